import { randomBytes } from 'node:crypto';
import { createPageCache, type PageCache, type RenderedPage } from './page-cache.ts';

const requestOf = (content: string, make: () => Promise<RenderedPage>, leftMs = 60_000) => ({
  ...{ place: '/', content, make, leftMs },
  bare: () => 'bare',
});
const got = async (cache: PageCache, ...page: Parameters<typeof requestOf>) =>
  (await cache.get(requestOf(...page))).identity.toString();
const rendering = (html: string, complete = true) => jest.fn(async () => ({ html, complete }));

test('a page is rendered once for all requests that arrive meanwhile', async () => {
  const cache = createPageCache();
  const make = rendering('page');
  const pages = await Promise.all([
    cache.get(requestOf('a', make)),
    cache.get(requestOf('a', make)),
    cache.get(requestOf('a', make)),
  ]);
  expect(new Set(pages).size).toBe(1);
  expect((await cache.get(requestOf('a', make))).identity.toString()).toBe('page');
  expect(make).toHaveBeenCalledTimes(1);
});

test('a page that could not be made is tried again by the next who asks', async () => {
  const cache = createPageCache();
  const fails = async () => Promise.reject(new Error('no page'));
  await expect(
    Promise.all([cache.get(requestOf('a', fails)), cache.get(requestOf('a', rendering('page')))]),
  ).rejects.toThrow('no page');
  expect((await cache.get(requestOf('a', rendering('page')))).identity.toString()).toBe('page');
});

test('an incomplete page is cached for two seconds, then rendered again', async () => {
  let now = 0;
  const cache = createPageCache(1e6, () => now);
  const poor = rendering('poor', false);
  await cache.get(requestOf('a', poor));
  now = 1999;
  await cache.get(requestOf('a', poor));
  expect(poor).toHaveBeenCalledTimes(1);
  now = 2000;
  expect((await cache.get(requestOf('a', rendering('whole')))).identity.toString()).toBe('whole');
  now = 1e9;
  await cache.get(requestOf('a', poor));
  expect(poor).toHaveBeenCalledTimes(1);
});

test('what is kept is bounded in bytes: the page asked for longest ago leaves first', async () => {
  const cache = createPageCache(10_000);
  const make = (size: number) => rendering(randomBytes(size / 2).toString('hex'));
  const first = make(2000);
  const second = make(2000);
  await cache.get(requestOf('first', first));
  await cache.get(requestOf('second', second));
  await cache.get(requestOf('first', first));
  await cache.get(requestOf('third', make(2000)));
  await cache.get(requestOf('first', first));
  expect(first).toHaveBeenCalledTimes(1);
  await cache.get(requestOf('second', second));
  expect(second).toHaveBeenCalledTimes(2);
});

test('a page larger than all that may be kept is sent, and not kept', async () => {
  const cache = createPageCache(100);
  const large = rendering('x'.repeat(1000));
  await cache.get(requestOf('a', large));
  await cache.get(requestOf('a', large));
  expect(large).toHaveBeenCalledTimes(2);
});

describe('a page that is not whole in time', () => {
  const never = () => new Promise<RenderedPage>(() => undefined);

  test('is the last good rendering of its place with any content, else the bare page', async () => {
    const cache = createPageCache();
    expect(await got(cache, 'monday', never, 0)).toBe('bare');
    await got(cache, 'tuesday', rendering('good'));
    expect(await got(cache, 'wednesday', never, 0)).toBe('good');
    expect(await got(cache, 'thursday', rendering('poor', false))).toBe('good');
    const elsewhere = { ...requestOf('wednesday', never, 0), place: '/news' };
    expect((await cache.get(elsewhere)).identity.toString()).toBe('bare');
  });

  test('is no rendering of content that has changed for a minute', async () => {
    let now = 0;
    const cache = createPageCache(undefined, () => now);
    await got(cache, 'withdrawn', rendering('old'));
    now += 60_000;
    expect(await got(cache, 'new', never, 0)).toBe('bare');
  });

  test('is there for the next who asks, once it is made', async () => {
    const cache = createPageCache();
    const { promise, resolve } = Promise.withResolvers<RenderedPage>();
    expect(await got(cache, 'a', () => promise, 0)).toBe('bare');
    resolve({ html: 'late', complete: true });
    expect(await got(cache, 'a', never)).toBe('late');
  });

  test('is rendered again after it failed with no request waiting', async () => {
    const cache = createPageCache();
    const { promise, reject } = Promise.withResolvers<RenderedPage>();
    expect(await got(cache, 'a', () => promise, 0)).toBe('bare');
    reject(new Error('too late'));
    await new Promise(setImmediate);
    expect(await got(cache, 'a', rendering('page'))).toBe('page');
  });
});
