import { inTurn, median, percentile } from './report.ts';

test.each([
  [[3], 3],
  [[9, 1, 5], 5],
  [[100, 9, 20], 20],
  [[4, 1, 3, 2], 2.5],
])('the median of %j is %d', (values, expected) => {
  expect(median(Object.freeze(values))).toBe(expected);
});

test.each([
  [[5], 0.95, 5],
  [Array.from({ length: 20 }, (_, index) => 20 - index), 0.95, 19],
  [[1, 2, 100], 1, 100],
  [[3, 1, 2], 0, 1],
])('of %j the share %d does not exceed %d', (values, share, expected) => {
  expect(percentile(values, share)).toBe(expected);
});

test('there is neither median nor percentile of nothing', () => {
  expect(() => median([])).toThrow('nothing');
  expect(() => percentile([], 0.5)).toThrow('nothing');
});

test('over as many rounds as there are sides, each is first once and gets its own samples', async () => {
  const order: string[] = [];
  const sides = ['a', 'b', 'c'].map((name) => async () => `${name}${order.push(name)}`);
  expect((await inTurn(sides, 3)).map((samples) => samples.join())).toEqual(['a1,a6,a8', 'b2,b4,b9', 'c3,c5,c7']);
});
