import fc from 'fast-check';
import { escaped } from './log.ts';

it.each([
  ['\u009b2J', String.raw`"\u009b2J"`],
  ['a\u007fb', String.raw`"a\u007fb"`],
  ['one\u2028two', String.raw`"one\u2028two"`],
  ['\u202egnp.exe', String.raw`"\u202egnp.exe"`],
  ['Grüße \u{1f600}', '"Grüße \u{1f600}"'],
])('%j', (text, shown) => {
  expect(escaped(JSON.stringify(text))).toBe(shown);
});

it('means the same as before, and has nothing left that steers a terminal', () => {
  const anything = fc.string({ unit: fc.nat(0xffff).map((code) => String.fromCharCode(code)) });
  fc.assert(
    fc.property(anything, (text) => {
      const json = escaped(JSON.stringify({ [text]: [text] }));
      expect(JSON.parse(json)).toEqual({ [text]: [text] });
      expect(json).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u);
    }),
  );
});
