import { allowsCoding } from './file-answer.ts';

test.each([
  ['', false, false],
  ['gzip, deflate, br, zstd', true, true],
  ['gzip, br;q=0', false, true],
  ['br;q=0.5, gzip;q=0.8, identity', true, true],
  ['BR ; Q=1.0', true, false],
  ['*', true, true],
  ['*;q=0', false, false],
  ['*;q=0.5, br;q=0', false, true],
  ['identity;q=0', false, false],
  ['br;q=nonsense, gzip;q=-1', false, false],
  ['gzip;q=0.001', false, true],
  ['x-br, gzip2', false, false],
  [',,;;q=,', false, false],
  ['__proto__, constructor', false, false],
])('Accept-Encoding %j allows br: %j, gzip: %j', (header, br, gzip) => {
  expect([allowsCoding(header, 'br'), allowsCoding(header, 'gzip')]).toEqual([br, gzip]);
});
