import { nameOfRow, placeOfRow, rowId, rowsOf, SEGMENT_ROWS } from './segment.ts';

it.each([
  [1, 1],
  [1, SEGMENT_ROWS],
  [2, 1],
  [8_999_999_998, SEGMENT_ROWS],
])('row %d %d has an id that leads back to it', (segment, seq) => {
  expect(placeOfRow(rowId({ segment, seq }))).toEqual({ segment, seq });
});

it('ids grow within a segment and from one to the next; they hold as numbers', () => {
  const ids = [
    rowId({ segment: 1, seq: 1 }),
    rowId({ segment: 1, seq: SEGMENT_ROWS }),
    rowId({ segment: 2, seq: 1 }),
    rowId({ segment: 8_999_999_998, seq: SEGMENT_ROWS }),
  ];
  expect(ids.toSorted((a, b) => a - b)).toEqual(ids);
  expect(ids.every(Number.isSafeInteger)).toBe(true);
});

it.each([0, 1, -1, -999_999, 1.5, Number.NaN, Number.NEGATIVE_INFINITY, -(2 ** 53), '5', null, undefined])(
  '%p is the id of no row',
  (id) => {
    expect(placeOfRow(id)).toBeUndefined();
  },
);

it('the rows of a segment are those between its neighbours', () => {
  const { $gt, $lt } = rowsOf(3)._id;
  expect([$gt, $lt]).toEqual([rowId({ segment: 3, seq: 0 }), rowId({ segment: 4, seq: 0 })]);
});

it('a row is called by its segment', () => {
  expect(nameOfRow({ segment: 3, seq: 7 })).toBe('row 7 of segment 3');
});
