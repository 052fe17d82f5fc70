/** The ratio of a bucket's load time to that of the one before: what is read from the buckets is within a tenth. */
const RATIO = 1.2;

/** How many loads were in which bucket, by the bucket's name. */
export type LoadTimes = Readonly<Record<string, number>>;

/** Returns the name of the bucket of a load time in ms. */
export function bucketOf(ms: number): string {
  return `b${Math.round(Math.log(Math.max(1, ms)) / Math.log(RATIO))}`;
}

/** Returns the load times of several hours as one. */
export function addLoadTimes(all: readonly LoadTimes[]): LoadTimes {
  const sum: Record<string, number> = {};
  for (const [bucket, loads] of all.flatMap((times) => Object.entries(times))) sum[bucket] = (sum[bucket] ?? 0) + loads;
  return sum;
}

/** Returns the load time in ms that this share of the loads did not exceed; null without loads. */
export function percentile(times: LoadTimes, share: number): number | null {
  const buckets = Object.entries(times)
    .map(([bucket, loads]) => ({ power: Number(bucket.slice(1)), loads }))
    .sort((a, b) => a.power - b.power);
  let left = share * buckets.reduce((sum, { loads }) => sum + loads, 0);
  for (const { power, loads } of buckets) {
    left -= loads;
    if (left <= 0) return Math.round(RATIO ** power);
  }
  return null;
}
