import { bytesOf, textOf } from './utf8.ts';

test.each(['', 'plain', 'Zürich – 測試 🧬', '\u0000%25"<', 'x🧬'.repeat(10_000)])('bytes and text of %.20s', (text) => {
  const bytes = bytesOf(text);
  expect(Buffer.from(bytes)).toEqual(Buffer.from(text));
  expect(textOf([bytes])).toBe(text);
  expect(textOf([bytes.subarray(0, 9), bytes.subarray(9)])).toBe(text);
});

test('half a character becomes the sign for that', () => {
  expect(textOf([bytesOf('a\ud83eb')])).toBe('a\ufffdb');
});

test('what is not UTF-8 is refused', () => {
  expect(() => textOf([Uint8Array.of(0xff)])).toThrow(URIError);
});
