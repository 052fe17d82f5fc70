import { addLoadTimes, bucketOf, percentile } from './health.ts';

const timesOf = (...all: number[]) => addLoadTimes(all.map((ms) => ({ [bucketOf(ms)]: 1 })));

it.each([0, 0.4, 1, 7, 180, 2500, 86_400_000])('%d ms is measured within a tenth', (ms) => {
  const read = percentile(timesOf(ms), 0.5) ?? Number.NaN;
  expect(read).toBeGreaterThanOrEqual(Math.max(1, ms) / 1.1 - 0.5);
  expect(read).toBeLessThanOrEqual(Math.max(1, ms) * 1.1 + 0.5);
});

it('half of the loads are below the median, and one slow load is not the 95th percentile of a hundred', () => {
  const times = timesOf(...Array<number>(99).fill(100), 9000);
  expect(percentile(times, 0.5)).toBe(percentile(timesOf(100), 0.5));
  expect(percentile(times, 0.95)).toBe(percentile(timesOf(100), 0.5));
  expect(percentile(times, 0.995)).toBe(percentile(timesOf(9000), 0.5));
});

it('is null without loads', () => {
  expect(percentile({}, 0.5)).toBeNull();
});
