import type { Lock } from '@cytocomm/contract';
import { PageNotMade, type PageProcess, PageStarved } from '@cytocomm/releases/prerender';
import { createRenderQueues } from './prerenderer.ts';
import { createRenderQueue, type RenderQueue } from './render-queue.ts';

const TIMES = { waitMs: 20_000, workMs: 1000, pageMs: 1000 };
const release = {
  name: 'shell',
  title: '',
  version: '',
  release: '',
  contract: '',
  entry: '',
  shared: {},
  components: {},
};
const empty = { files: [], contributions: { routes: [], links: [], sections: [], overlays: [] }, baseUrl: '' };
const lock: Lock = { id: '', createdAt: '', shell: { ...release, ...empty }, remotes: [] };
const page = (path: string) => ({ lock, path, search: '', component: 'Page', initialData: undefined });

let started: number;
let gate: PromiseWithResolvers<void>;
beforeEach(() => {
  started = 0;
  gate = Promise.withResolvers<void>();
});

/** Makes `/held` when `held` says so, fails at `/bad`, and is stopped at `/hangs` and `/starved`. */
async function start(): Promise<PageProcess> {
  started++;
  let alive = true;
  return {
    get alive() {
      return alive;
    },
    async render({ path }) {
      if (path === '/held') await gate.promise;
      if (path === '/bad') throw new PageNotMade('bad');
      if (path === '/hangs' || path === '/starved') {
        alive = false;
        throw path === '/hangs' ? new PageNotMade('stopped') : new PageStarved('late');
      }
      return path;
    },
    end: () => {
      alive = false;
    },
  };
}

const wordsOf = (result: Promise<string>) => result.catch((error: Error) => `${error.name}: ${error.message}`);

test('pages are made one after the other by one process that is started when it is needed', async () => {
  const queue = createRenderQueue(start, TIMES);
  expect([started, queue.busy]).toEqual([0, false]);
  const outcomes = ['/a', '/bad', '/b'].map((path) => wordsOf(queue.render(page(path))));
  expect(queue.busy).toBe(true);
  expect(await Promise.all(outcomes)).toEqual(['/a', 'PageNotMade: bad', '/b']);
  expect(started).toBe(1);
  queue.end();
});

test('a process that was stopped is replaced, and the pages that wait are made by the new one', async () => {
  const queue = createRenderQueue(start, TIMES);
  const outcomes = ['/hangs', '/a', '/hangs', '/hangs', '/b'].map((path) => wordsOf(queue.render(page(path))));
  expect(await Promise.all(outcomes)).toEqual([
    'PageNotMade: stopped',
    '/a',
    'PageNotMade: stopped',
    'PageNotMade: stopped',
    '/b',
  ]);
  expect(started).toBe(4);
  queue.end();
});

test('starts become rarer when one after the other ends badly', async () => {
  const queue = createRenderQueue(
    async () => {
      started++;
      throw new PageNotMade('does not start');
    },
    { waitMs: 200, workMs: 1000, pageMs: 1000 },
  );
  const burst = () => Promise.all(Array.from({ length: 20 }, () => wordsOf(queue.render(page('/a')))));
  const words = await burst();
  expect(words.slice(0, 2)).toEqual(Array(2).fill('PageNotMade: does not start'));
  expect(words.slice(2)).toEqual(Array(18).fill('TooBusy: it did not start within 200 ms'));
  expect(started).toBe(2);
  queue.end();
});

test('processes that had no processor make no start rarer', async () => {
  const queue = createRenderQueue(start, TIMES);
  const paths = [...Array<string>(12).fill('/starved'), '/a'];
  const words = await Promise.all(paths.map((path) => wordsOf(queue.render(page(path)))));
  expect(words).toEqual([...Array<string>(12).fill('PageStarved: late'), '/a']);
  queue.end();
});

test('only so many pages wait; further ones are refused at once', async () => {
  const queue = createRenderQueue(start, TIMES);
  const first = queue.render(page('/held'));
  const others = Array.from({ length: 25 }, () => wordsOf(queue.render(page('/a'))));
  // The first still waits for its process, so that nineteen more may.
  expect(await Promise.all(others.slice(19))).toEqual(Array(6).fill('TooBusy: 20 pages wait already'));
  gate.resolve();
  expect(await first).toBe('/held');
  expect(await Promise.all(others.slice(0, 19))).toEqual(Array(19).fill('/a'));
  queue.end();
});

test('a page that does not start in time is rejected, and the running one is rendered', async () => {
  const queue = createRenderQueue(start, { waitMs: 50, workMs: 1000, pageMs: 1000 });
  const first = queue.render(page('/held'));
  expect(await wordsOf(queue.render(page('/a')))).toBe('TooBusy: it did not start within 50 ms');
  gate.resolve();
  expect(await first).toBe('/held');
  queue.end();
});

test('a queue that ends refuses what waits', async () => {
  const queue = createRenderQueue(start, TIMES);
  const waiting = ['/a', '/b'].map((path) => wordsOf(queue.render(page(path))));
  queue.end();
  expect(await Promise.all(waiting)).toEqual(Array(2).fill('TooBusy: the rendering ends'));
});

test('queues are few: the one that was used longest ago makes way, and none that is at work', async () => {
  const queues = createRenderQueues();
  const ended: string[] = [];
  const busy = new Set<string>();
  const open = (name: string): (() => RenderQueue) => {
    return () => ({
      render: async () => name,
      get busy() {
        return busy.has(name);
      },
      end: () => void ended.push(name),
    });
  };
  for (const name of ['a', 'b', 'c', 'd', 'a']) queues.get(name, open(name));
  expect(ended).toEqual([]);
  busy.add('b');
  queues.get('e', open('e'));
  expect(ended).toEqual(['c']);
  for (const name of ['a', 'd', 'e']) busy.add(name);
  expect(() => queues.get('f', open('f'))).toThrow('all 4 processes are at work');
  queues.get('b', open('b'));
  queues.end();
  expect(ended.slice(1).sort()).toEqual(['a', 'b', 'd', 'e']);
});
