import fc from 'fast-check';
import { wantedRange } from './file-answer.ts';

const SIZE = 100;

test.each([
  ['bytes=0-0', { start: 0, end: 1 }],
  ['bytes=10-19', { start: 10, end: 20 }],
  ['Bytes=90-', { start: 90, end: 100 }],
  ['bytes=90-1000', { start: 90, end: 100 }],
  ['bytes=-10', { start: 90, end: 100 }],
  ['bytes=-1000', { start: 0, end: 100 }],
  [`bytes=0-${'9'.repeat(400)}`, { start: 0, end: 100 }],
])('%s is a part', (header, range) => {
  expect(wantedRange(header, SIZE)).toEqual(range);
});

test.each(['bytes=100-', 'bytes=100-200', 'bytes=-0', `bytes=${'9'.repeat(400)}-`])(
  '%s is a part there is not',
  (header) => {
    expect(wantedRange(header, SIZE)).toBe('unsatisfiable');
  },
);

test.each([
  undefined,
  '',
  'bytes',
  'bytes=',
  'bytes=-',
  'bytes=10-5',
  'bytes=a-b',
  'bytes=1x-5',
  'bytes=0-1,5-6',
  'lines=0-1',
  'bytes=0x1-5',
  'bytes= 0-1',
])('%j is ignored', (header) => {
  expect(wantedRange(header, SIZE)).toBe('whole');
});

test('an empty file has no parts', () => {
  expect(wantedRange('bytes=0-', 0)).toBe('unsatisfiable');
  expect(wantedRange('bytes=-1', 0)).toBe('unsatisfiable');
});

test('a range always lies within the file and is not empty', () => {
  const spec = fc.stringMatching(/^bytes=[0-9]{0,20}-[0-9]{0,20}$/);
  fc.assert(
    fc.property(spec, fc.nat(), (header, size) => {
      const range = wantedRange(header, size);
      if (typeof range === 'string') return;
      expect(range.start).toBeGreaterThanOrEqual(0);
      expect(range.end).toBeGreaterThan(range.start);
      expect(range.end).toBeLessThanOrEqual(size);
    }),
  );
});
