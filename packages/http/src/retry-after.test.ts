import { retryAfterSeconds } from './retry-after.ts';

const NOW = Date.parse('2026-11-22T10:00:00Z');

it.each([
  ['40', 40],
  [' 0 ', 0],
  ['Sun, 22 Nov 2026 10:01:30 GMT', 90],
  ['Sun, 22 Nov 2026 09:00:00 GMT', 0],
  ['soon', null],
  ['', null],
  ['Infinity', null],
  [null, null],
])('of %j are %j s', (header, seconds) => {
  expect(retryAfterSeconds(header, NOW)).toBe(seconds);
});
