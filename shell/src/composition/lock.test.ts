import { LOCK_ELEMENT_ID } from '@cytocomm/composition';
import { testLock, testRelease } from '../testing-lock.ts';
import { FileNotInLock, integrityLookup } from './integrity.ts';
import { LockUnreadable, readLock } from './lock.ts';

function pageWith(content: string | null): Document {
  const page = document.implementation.createHTMLDocument();
  if (content !== null) {
    const block = page.createElement('script');
    block.type = 'application/json';
    block.id = LOCK_ELEMENT_ID;
    block.textContent = content;
    page.head.append(block);
  }
  return page;
}

const lock = testLock(testRelease('mfe-a'));

test('the lock in the page is read', () => {
  expect(readLock(pageWith(JSON.stringify(lock)))).toEqual(lock);
});

test.each([
  ['no block', null],
  ['an empty block', ''],
  ['no JSON', '{"id":'],
  ['null', 'null'],
  ['a list', '[]'],
  ['no shell', JSON.stringify({ ...lock, shell: undefined })],
  ['remotes that are none', JSON.stringify({ ...lock, remotes: [{ name: 'mfe-a' }] })],
])('%s is told as an unreadable lock', (_, content) => {
  expect(() => readLock(pageWith(content))).toThrow(LockUnreadable);
});

describe('integrity', () => {
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
});
