import { median, percentile, rotated } from './statistics.ts';

test.each([
  [[3], 3],
  [[9, 1, 5], 5],
  [[100, 9, 20], 20],
  [[4, 1, 3, 2], 2.5],
  [[7, 7, 1, 7], 7],
])('the median of %j is %d', (values, expected) => {
  expect(median(values)).toBe(expected);
});

test('taking the median leaves the values as they were', () => {
  const values = [3, 1, 2];
  median(values);
  expect(values).toEqual([3, 1, 2]);
});

test('there is no median of nothing', () => {
  expect(() => median([])).toThrow('nothing');
});

test('over as many rounds as there are items, each is first once and none is left out', () => {
  const items = ['a', 'b', 'c'];
  const rounds = [0, 1, 2, 3].map((round) => rotated(items, round));
  expect(rounds).toEqual([
    ['a', 'b', 'c'],
    ['b', 'c', 'a'],
    ['c', 'a', 'b'],
    ['a', 'b', 'c'],
  ]);
  expect(rotated([], 2)).toEqual([]);
});

test.each([
  [[5], 0.95, 5],
  [Array.from({ length: 20 }, (_, index) => 20 - index), 0.95, 19],
  [Array.from({ length: 50 }, (_, index) => index + 1), 0.95, 48],
  [[1, 2, 100], 1, 100],
  [[3, 1, 2], 0, 1],
])('of %j the share %d does not exceed %d', (values, share, expected) => {
  expect(percentile(values, share)).toBe(expected);
});

test('there is no percentile of nothing', () => {
  expect(() => percentile([], 0.5)).toThrow('nothing');
});
