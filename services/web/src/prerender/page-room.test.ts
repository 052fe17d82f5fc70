import type { Lock } from '@cytocomm/contract';
import { PageNotMade, type PageProcess } from './page-process.ts';
import { openPageRoom, type PageRoom } from './page-room.ts';
import { createPageRooms } from './page-rooms.ts';

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
let held: PromiseWithResolvers<void>;
beforeEach(() => {
  started = 0;
  held = Promise.withResolvers<void>();
});

/** Makes `/held` when `held` says so, fails at `/bad`, and is stopped at `/hangs`. */
async function start(): Promise<PageProcess> {
  started++;
  let alive = true;
  return {
    get alive() {
      return alive;
    },
    async render({ path }) {
      if (path === '/held') await held.promise;
      if (path === '/bad') throw new PageNotMade('bad');
      if (path === '/hangs') {
        alive = false;
        throw new PageNotMade('stopped');
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
  const room = openPageRoom(start, TIMES);
  expect([started, room.busy]).toEqual([0, false]);
  const made = ['/a', '/bad', '/b'].map((path) => wordsOf(room.render(page(path))));
  expect(room.busy).toBe(true);
  expect(await Promise.all(made)).toEqual(['/a', 'PageNotMade: bad', '/b']);
  expect(started).toBe(1);
  room.end();
});

test('a process that was stopped is replaced, and the pages that wait are made by the new one', async () => {
  const room = openPageRoom(start, TIMES);
  const made = ['/hangs', '/a', '/hangs', '/hangs', '/b'].map((path) => wordsOf(room.render(page(path))));
  expect(await Promise.all(made)).toEqual([
    'PageNotMade: stopped',
    '/a',
    'PageNotMade: stopped',
    'PageNotMade: stopped',
    '/b',
  ]);
  expect(started).toBe(4);
  room.end();
});

test('starts become rarer when one after the other ends badly', async () => {
  const room = openPageRoom(
    async () => {
      started++;
      throw new PageNotMade('does not start');
    },
    { waitMs: 200, workMs: 1000, pageMs: 1000 },
  );
  const burst = () => Promise.all(Array.from({ length: 20 }, () => wordsOf(room.render(page('/a')))));
  const words = await burst();
  expect(words.slice(0, 2)).toEqual(Array(2).fill('PageNotMade: does not start'));
  expect(words.slice(2)).toEqual(Array(18).fill('TooBusy: it was not begun within 200 ms'));
  expect(started).toBe(2);
  room.end();
});

test('only so many pages wait; further ones are refused at once', async () => {
  const room = openPageRoom(start, TIMES);
  const first = room.render(page('/held'));
  const others = Array.from({ length: 25 }, () => wordsOf(room.render(page('/a'))));
  // The first still waits for its process, so that nineteen more may.
  expect(await Promise.all(others.slice(19))).toEqual(Array(6).fill('TooBusy: 20 pages wait already'));
  held.resolve();
  expect(await first).toBe('/held');
  expect(await Promise.all(others.slice(0, 19))).toEqual(Array(19).fill('/a'));
  room.end();
});

test('a page that is not begun in time goes without, and the one under way is made', async () => {
  const room = openPageRoom(start, { waitMs: 50, workMs: 1000, pageMs: 1000 });
  const first = room.render(page('/held'));
  expect(await wordsOf(room.render(page('/a')))).toBe('TooBusy: it was not begun within 50 ms');
  held.resolve();
  expect(await first).toBe('/held');
  room.end();
});

test('a room that ends refuses what waits', async () => {
  const room = openPageRoom(start, TIMES);
  const waiting = ['/a', '/b'].map((path) => wordsOf(room.render(page(path))));
  room.end();
  expect(await Promise.all(waiting)).toEqual(Array(2).fill('TooBusy: the rendering ends'));
});

test('rooms are few: the one that was used longest ago makes way, and none that is at work', async () => {
  const rooms = createPageRooms();
  const ended: string[] = [];
  const busy = new Set<string>();
  const open = (name: string): (() => PageRoom) => {
    return () => ({
      render: async () => name,
      get busy() {
        return busy.has(name);
      },
      end: () => void ended.push(name),
    });
  };
  for (const name of ['a', 'b', 'c', 'd', 'a']) rooms.get(name, open(name));
  expect(ended).toEqual([]);
  busy.add('b');
  rooms.get('e', open('e'));
  expect(ended).toEqual(['c']);
  for (const name of ['a', 'd', 'e']) busy.add(name);
  expect(() => rooms.get('f', open('f'))).toThrow('all 4 processes are at work');
  rooms.get('b', open('b'));
  rooms.end();
  expect(ended.slice(1).sort()).toEqual(['a', 'b', 'd', 'e']);
});
