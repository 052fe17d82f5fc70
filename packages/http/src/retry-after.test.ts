import { retryAfterSeconds } from './answer.ts';

const NOW = Date.parse('2026-11-22T10:00:00Z');

it.each([
  ['40', 40],
  [' 0 ', 0],
  ['Sun, 22 Nov 2026 10:01:30 GMT', 90],
  ['Sun, 22 Nov 2026 09:00:00 GMT', 0],
  ['soon', null],
  ['', null],
  ['Infinity', null],
  ['-5', 0],
  ['1e308', null],
  ['86400', 86_400],
  ['86401', null],
  ['9'.repeat(308), null],
  ['Fri, 31 Dec 9999 23:59:59 GMT', null],
  [null, null],
])('of %j are %j s', (header, seconds) => {
  expect(retryAfterSeconds(header, NOW)).toBe(seconds);
});
