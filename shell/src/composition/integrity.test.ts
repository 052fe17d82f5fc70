import { testLock, testRelease } from '../testing.ts';
import { FileNotInLock, integrityLookup } from './integrity.ts';

const lock = testLock(testRelease('mfe-a'));
const lookup = integrityLookup(lock, 'https://portal.example');

test('a file of the lock has its value, asked by path or by whole address', () => {
  const expected = lock.shell.files[0]?.integrity;
  expect(lookup('/releases/mfe-a/0.1.0-0123456789ab/entry.js')).toBe(expected);
  expect(lookup('https://portal.example/releases/shell/0.1.0-0123456789ab/entry.js')).toBe(expected);
});

test.each([
  '/releases/mfe-a/0.1.0-0123456789ab/other.js',
  '/releases/mfe-b/0.1.0-0123456789ab/entry.js',
  'https://evil.example/releases/mfe-a/0.1.0-0123456789ab/entry.js',
  '//evil.example/releases/mfe-a/0.1.0-0123456789ab/entry.js',
])('%s is refused', (url) => {
  expect(() => lookup(url)).toThrow(FileNotInLock);
});
