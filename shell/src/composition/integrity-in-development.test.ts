import { testLock, testRelease } from '../testing.ts';
import { FileNotInLock } from './integrity.ts';
import { integrityLookup } from './integrity-in-development.ts';

const lock = testLock(testRelease('mfe-a'));
const lookup = integrityLookup(lock, 'http://localhost:3000');

test('a file of the lock keeps its value; what the own development server has built since needs none', () => {
  expect(lookup('/releases/mfe-a/0.1.0-0123456789ab/entry.js')).toBe(lock.shell.files[0]?.integrity);
  expect(lookup('/@dev/hot/mfe-a/Page.js')).toBe('');
  expect(lookup('http://localhost:3000/@dev/hot/mfe-a/mfe_a.0123.hot-update.js')).toBe('');
});

test.each([
  '/releases/mfe-a/0.1.0-0123456789ab/other.js',
  '/@dev/hot/../../releases/mfe-b/entry.js',
  'http://evil.example/@dev/hot/mfe-a/Page.js',
  'http://localhost.evil.example:3000/@dev/hot/mfe-a/Page.js',
])('%s is refused', (url) => {
  expect(() => lookup(url)).toThrow(FileNotInLock);
});
