import { LOCK_ELEMENT_ID } from './names.ts';
import { LockUnreadable, readLock } from './read-lock.ts';
import { testLock } from './testing-lock.ts';

const pageWith = (content: string | null) => ({
  getElementById: (id: string) => (id === LOCK_ELEMENT_ID && content !== null ? { textContent: content } : null),
});

const lock = testLock();

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
