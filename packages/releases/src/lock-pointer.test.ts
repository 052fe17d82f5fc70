import { lockPointerText, readLockPointer } from './lock-record.ts';

const id = 'a'.repeat(64);

test('a pointer is read as it was written; the bare id of a lock is one without canary', () => {
  const pointer = {
    lock: id,
    canary: { lock: 'b'.repeat(64), share: { percent: 5 }, startedAt: '2026-01-01T00:00:00.000Z' },
    switchedOff: [{ remote: 'mfe-a', reason: 'broken' }],
  };
  expect(readLockPointer(lockPointerText(pointer))).toEqual(pointer);
  expect(readLockPointer(`${id}\n`)).toEqual({ lock: id, canary: null, switchedOff: [] });
});

test.each([
  '',
  'no id',
  'a'.repeat(16),
  '{}',
  'null',
  `{"lock":"${id}"}`,
  `{"lock":"../x","canary":null,"switchedOff":[]}`,
])('%j is no pointer', (text) => {
  expect(readLockPointer(text)).toBeUndefined();
});
