import { randomBytes } from 'node:crypto';
import { createPageCache } from './page-cache.ts';

const made = (html: string, complete = true) => jest.fn(async () => ({ html, complete }));

test('a page is rendered once for all requests that arrive meanwhile', async () => {
  const cache = createPageCache();
  const make = made('page');
  const pages = await Promise.all([cache.get('a', make), cache.get('a', make), cache.get('a', make)]);
  expect(new Set(pages).size).toBe(1);
  expect((await cache.get('a', make)).identity.toString()).toBe('page');
  expect(make).toHaveBeenCalledTimes(1);
});

test('a page that could not be made is tried again by the next who asks', async () => {
  const cache = createPageCache();
  const fails = async () => Promise.reject(new Error('no page'));
  await expect(Promise.all([cache.get('a', fails), cache.get('a', made('page'))])).rejects.toThrow('no page');
  expect((await cache.get('a', made('page'))).identity.toString()).toBe('page');
});

test('an incomplete page is cached for two seconds, then rendered again', async () => {
  let now = 0;
  const cache = createPageCache(1e6, () => now);
  const poor = made('poor', false);
  await cache.get('a', poor);
  now = 1999;
  await cache.get('a', poor);
  expect(poor).toHaveBeenCalledTimes(1);
  now = 2000;
  expect((await cache.get('a', made('whole'))).identity.toString()).toBe('whole');
  now = 1e9;
  await cache.get('a', poor);
  expect(poor).toHaveBeenCalledTimes(1);
});

test('what is kept is bounded in bytes: the page asked for longest ago leaves first', async () => {
  const cache = createPageCache(10_000);
  const make = (size: number) => made(randomBytes(size / 2).toString('hex'));
  const first = make(2000);
  const second = make(2000);
  await cache.get('first', first);
  await cache.get('second', second);
  await cache.get('first', first);
  await cache.get('third', make(2000));
  await cache.get('first', first);
  expect(first).toHaveBeenCalledTimes(1);
  await cache.get('second', second);
  expect(second).toHaveBeenCalledTimes(2);
});

test('a page larger than all that may be kept is sent, and not kept', async () => {
  const cache = createPageCache(100);
  const large = made('x'.repeat(1000));
  await cache.get('a', large);
  await cache.get('a', large);
  expect(large).toHaveBeenCalledTimes(2);
});
