import { createCursorSeal, encodeCursor } from '../lists/pages.ts';

const cursor = encodeCursor(['a secret title', '65a000000000000000000001']);
const { seal, open } = createCursorSeal(['secret of now'], 'documents');

it('a sealed cursor opens again, says nothing, and is another each time', () => {
  const sealed = seal(cursor);
  expect(open(sealed)).toBe(cursor);
  expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('secret');
  expect(seal(cursor)).not.toBe(sealed);
});

it('one of an earlier secret opens; one of another secret or list does not', () => {
  expect(createCursorSeal(['new secret', 'secret of now'], 'documents').open(seal(cursor))).toBe(cursor);
  for (const other of [createCursorSeal(['another secret'], 'documents'), createCursorSeal(['secret of now'], 'mails')])
    expect(() => other.open(seal(cursor))).toThrow();
});

it.each([
  ['an unsealed one', cursor],
  ['nothing', ''],
  ['too little', 'AAAA'],
  ['one that was cut off', seal(cursor).slice(0, -4)],
  ['one that was changed', `A${seal(cursor).slice(1)}B`],
  ['no base64', '🙂'.repeat(40)],
])('%s is refused', (_, given) => {
  expect(() => open(given)).toThrow(expect.objectContaining({ status: 400 }));
});
