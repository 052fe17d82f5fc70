import { chooseCoding } from './stored-file.ts';

test.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, br;q=0', 'gzip'],
  ['br;q=0.5, gzip;q=0.8', 'gzip'],
  ['br;q=0.5, gzip;q=0.8, identity', 'identity'],
  ['BR ; Q=1.0', 'br'],
  ['*', 'br'],
  ['*;q=0', 'identity'],
  ['*;q=0.5, br;q=0', 'gzip'],
  ['identity;q=0', 'identity'],
  ['identity;q=0, gzip', 'gzip'],
  ['deflate, zstd', 'identity'],
  ['br;q=nonsense, gzip;q=-1, identity;q=0', 'identity'],
  ['gzip;q=0.001', 'gzip'],
  [',,;;q=,', 'identity'],
  ['__proto__, constructor', 'identity'],
])('Accept-Encoding %j is best served with %s', (header, coding) => {
  expect(chooseCoding(header, ['br', 'gzip', 'identity'])).toBe(coding);
});

test('what is not there is not chosen, and the smallest is offered first', () => {
  expect(chooseCoding('br', ['identity'])).toBe('identity');
  expect(chooseCoding('gzip, br', ['gzip', 'br', 'identity'])).toBe('gzip');
});
