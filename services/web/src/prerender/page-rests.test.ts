import { createPageRests } from './page-rests.ts';

const MINUTE = 60_000;

test('a page rests after three failures in a row, then for twice as long each time, at most for an hour', () => {
  let now = 0;
  const rests = createPageRests(() => now);
  expect([rests.failed('a'), rests.failed('a'), rests.restOf('a')]).toEqual([0, 0, 0]);
  expect(rests.failed('a')).toBe(MINUTE);
  now += MINUTE - 1;
  expect(rests.restOf('a')).toBe(1);
  now += 1;
  expect(rests.restOf('a')).toBe(0);
  expect(rests.failed('a')).toBe(2 * MINUTE);
  for (let time = 0; time < 2000; time++) rests.failed('a');
  expect(rests.restOf('a')).toBe(60 * MINUTE);
});

test('a page that was made begins anew, and others are not touched', () => {
  const rests = createPageRests(() => 0);
  for (const _ of [1, 2, 3]) rests.failed('a');
  expect(rests.restOf('b')).toBe(0);
  rests.succeeded('a');
  expect([rests.restOf('a'), rests.failed('a')]).toEqual([0, 0]);
});

test('what is remembered is bounded', () => {
  const rests = createPageRests(() => 0);
  for (const _ of [1, 2, 3]) rests.failed('first');
  for (let page = 0; page < 600; page++) rests.failed(`page ${page}`);
  expect(rests.restOf('first')).toBe(0);
});
