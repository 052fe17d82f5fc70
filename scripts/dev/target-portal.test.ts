import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Lock, lockSchema, type Release } from '@cytocomm/contract';
import { composeLock, publicLockOf } from '@cytocomm/releases';
import { foreignOrigins, localPlace, readTargetLock, targetOrigin, withLocalRelease } from './target-portal.ts';

function release(name: string, change: Partial<Release> = {}): Release {
  return {
    name,
    title: name,
    version: '0.1.0',
    release: '0.1.0-0123456789ab',
    contract: name === 'shell' ? '1.0.0' : '^1.0.0',
    entry: 'entry.js',
    shared: name === 'shell' ? { react: '19.3.1' } : { react: '^19.0.0' },
    components: {},
    files: [],
    contributions: { routes: [], links: [], sections: [], overlays: [] },
    ...change,
  };
}

const page = (path: string) => ({
  routes: [{ path, component: 'Page', title: 'Page', public: true }],
  links: [],
  sections: [],
  overlays: [],
});
const placed = (made: Release) => ({ release: made, baseUrl: `/releases/${made.name}/${made.release}/` });
const news = release('mfe-news', { contributions: page('/news') });
const shop = release('mfe-shop', { contributions: page('/shop') });
const origin = { base: null, createdAt: new Date('2026-01-01'), createdBy: 'checkout', reason: '' };
const lock: Lock = publicLockOf(composeLock(placed(release('shell')), [placed(news), placed(shop)], origin));

describe('the lock of a running portal', () => {
  let server: Server;
  let target: URL;
  let answer: RequestListener;
  const html = (content: string) => `<head><script type="application/json" id="portal-lock">${content}</script></head>`;

  beforeEach(async () => {
    answer = (_request, response) => {
      response.setHeader('X-Portal-Mode', 'development');
      response.end(html(JSON.stringify(lock)));
    };
    server = createServer((request, response) => answer(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    target = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  });
  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  test('is read from its page', async () => {
    await expect(readTargetLock(target)).resolves.toEqual(lock);
  });

  test.each([undefined, 'production', 'Development, production'])('is refused when the mode is %s', async (mode) => {
    answer = (_request, response) => {
      if (mode) response.setHeader('X-Portal-Mode', mode);
      response.end(html(JSON.stringify(lock)));
    };
    await expect(readTargetLock(target)).rejects.toThrow('never loaded into a portal in production');
  });

  test.each([
    ['<p>Hello</p>', 'holds no lock'],
    [html('{'), 'is not JSON'],
    [html(JSON.stringify({ ...lock, id: 'x', remotes: [{}] })), 'id, remotes.0.'],
  ])('is refused when the page is %s', async (body, words) => {
    answer = (_request, response) => {
      response.setHeader('X-Portal-Mode', 'development');
      response.end(body);
    };
    await expect(readTargetLock(target)).rejects.toThrow(words);
  });

  test('is not looked for elsewhere: a redirect is refused', async () => {
    answer = (_request, response) => {
      response.setHeader('X-Portal-Mode', 'development');
      response.writeHead(302, { Location: 'http://127.0.0.1:9/' }).end();
    };
    await expect(readTargetLock(target)).rejects.toThrow('No portal answers');
  });

  test('cannot be had when nothing listens', async () => {
    await new Promise((resolve) => server.close(resolve));
    await expect(readTargetLock(target)).rejects.toThrow(`No portal answers at ${target.origin}`);
  });
});

test.each(['', 'localhost:3000', 'javascript:alert(1)', 'file:///', 'http://localhost:3000/home', 'http://a@b/'])(
  '"%s" is no address of a portal',
  (address) => {
    expect(() => targetOrigin(address)).toThrow('--against wants');
  },
);

test('the address of a portal may end with a slash', () => {
  expect(targetOrigin('http://localhost:3000/').origin).toBe('http://localhost:3000');
});

describe('a lock with a local release', () => {
  const API = '1.1.0';
  const local = localPlace(release('mfe-news', { release: '0.1.0-fedcba987654', contributions: page('/news/all') }));

  test('has it in place of the locked one, and all else as it was', () => {
    const changed = withLocalRelease(lock, local, API);
    expect(lockSchema.parse(changed)).toEqual(changed);
    expect(changed.id).not.toBe(lock.id);
    expect(changed.shell).toEqual(lock.shell);
    expect(changed.remotes.map(({ name }) => name)).toEqual(['mfe-news', 'mfe-shop']);
    expect(changed.remotes[0]).toMatchObject({
      baseUrl: '/releases/mfe-news/0.1.0-fedcba987654/',
      contributions: page('/news/all'),
    });
    expect(changed.remotes[1]).toEqual(lock.remotes[1]);
  });

  test('is the same lock as long as the parts are the same', () => {
    expect(withLocalRelease(lock, local, API)).toEqual(withLocalRelease(lock, local, API));
    expect(withLocalRelease(lock, placed(news), API).id).toBe(lock.id);
  });

  test('may have a remote that the portal does not have yet', () => {
    const made = withLocalRelease(lock, localPlace(release('mfe-new')), API);
    expect(made.remotes.map(({ name }) => name)).toEqual(['mfe-new', 'mfe-news', 'mfe-shop']);
  });

  test('is not held to names, which the lock of a page does not hold', () => {
    const named = localPlace(release('mfe-news', { api: '^1.1.0', sharedNames: { '@cytocomm/kit': ['Card'] } }));
    expect(lockSchema.parse(withLocalRelease(lock, named, API)).remotes).toHaveLength(2);
  });

  test.each([
    [release('mfe-news', { contract: '^2.0.0' }), 'mfe-news 0.1.0-0123456789ab needs contract ^2.0.0'],
    [release('mfe-news', { api: '^1.2.0' }), 'needs API ^1.2.0, the one that runs is 1.1.0'],
    [release('mfe-news', { shared: { react: '^20.0.0' } }), 'needs react ^20.0.0, the shell gives 19.3.1'],
    [release('mfe-news', { contributions: page('/shop') }), 'both claim route /shop'],
  ])('is refused when it does not fit', (unfit, words) => {
    expect(() => withLocalRelease(lock, localPlace(unfit), API)).toThrow(words);
  });
});

test('only origins besides the portal’s own are foreign', () => {
  const [first, ...others] = lock.remotes;
  if (!first) throw new Error('the lock has remotes');
  const spread = { ...lock, remotes: [{ ...first, baseUrl: 'https://cdn.example/news/' }, ...others] };
  expect(foreignOrigins(lock, 'http://localhost:3000')).toEqual([]);
  expect(foreignOrigins(spread, 'http://localhost:3000')).toEqual(['https://cdn.example']);
});
