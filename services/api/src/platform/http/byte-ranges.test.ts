import fc from 'fast-check';
import { requestedRanges } from './conditions.ts';

describe('one range of a file of 10 bytes', () => {
  it.each([
    ['bytes=0-0', [{ start: 0, end: 1 }]],
    ['bytes=0-', [{ start: 0, end: 10 }]],
    ['bytes=5-', [{ start: 5, end: 10 }]],
    ['bytes=-1', [{ start: 9, end: 10 }]],
    ['bytes=-100', [{ start: 0, end: 10 }]],
    ['bytes=9-9', [{ start: 9, end: 10 }]],
    ['bytes=2-99999999999999999999', [{ start: 2, end: 10 }]],
    ['BYTES=1-2', [{ start: 1, end: 3 }]],
    ['bytes= 1-2 ', [{ start: 1, end: 3 }]],
  ])('%s', (header, parts) => {
    expect(requestedRanges(header, 10)).toEqual(parts);
  });

  it.each(['bytes=10-', 'bytes=10-10', 'bytes=999999999999999999999-', 'bytes=-0', 'bytes=10-, -0'])(
    'there is nothing at %s',
    (header) => {
      expect(requestedRanges(header, 10)).toBe('unsatisfiable');
    },
  );

  it.each([
    undefined,
    '',
    'bytes',
    'bytes=',
    'bytes=,',
    'bytes=-',
    'bytes=5-2',
    'bytes=a-b',
    'bytes=1-2,x',
    'bytes=--1',
    'bytes=1-2-3',
    'bytes=0x1-2',
    'items=0-1',
    'bytes 0-1',
  ])('%j is ignored', (header) => {
    expect(requestedRanges(header, 10)).toBe('whole');
  });
});

describe('several ranges', () => {
  it('come in the order of the file, without those that lie outside', () => {
    expect(requestedRanges('bytes=8-9, 0-0, 50-60', 10)).toEqual([
      { start: 0, end: 1 },
      { start: 8, end: 10 },
    ]);
  });

  it('are joined where they overlap or touch', () => {
    expect(requestedRanges('bytes=0-3,2-5,6-7', 10)).toEqual([{ start: 0, end: 8 }]);
  });

  it('are not served by the thousand', () => {
    const many = Array.from({ length: 1000 }, (_, i) => `${i * 3}-${i * 3}`).join(',');
    expect(requestedRanges(`bytes=${many}`, 5000)).toBe('whole');
    const short = Array.from({ length: 17 }, (_, i) => `${i * 3}-${i * 3}`).join(',');
    expect(requestedRanges(`bytes=${short}`, 5000)).toBe('whole');
    expect(requestedRanges(`bytes=${'0-,'.repeat(1000)}0-`, 5000)).toEqual([{ start: 0, end: 5000 }]);
  });
});

it('holds exactly the bytes that were asked for, each once', () => {
  const spec = fc.tuple(fc.nat(120), fc.nat(120)).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const);
  fc.assert(
    fc.property(fc.array(spec, { minLength: 1, maxLength: 12 }), fc.integer({ min: 1, max: 100 }), (specs, size) => {
      const wanted = requestedRanges(`bytes=${specs.map(([a, b]) => `${a}-${b}`).join(',')}`, size);
      const requestedBytes = new Set(specs.flatMap(([a, b]) => Array.from({ length: b - a + 1 }, (_, i) => a + i)));
      const expected = [...requestedBytes].filter((byte) => byte < size).sort((a, b) => a - b);
      if (typeof wanted === 'string') {
        expect(wanted).toBe('unsatisfiable');
        expect(expected).toEqual([]);
        return;
      }
      expect(wanted.flatMap(({ start, end }) => Array.from({ length: end - start }, (_, i) => start + i))).toEqual(
        expected,
      );
    }),
  );
});
