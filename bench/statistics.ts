/** The middle of a set of numbers; of an even count, the mean of the two in the middle. Throws when there is none. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle];
  const lower = sorted.length % 2 === 0 ? sorted[middle - 1] : upper;
  if (upper === undefined || lower === undefined) throw new RangeError('there is no median of nothing');
  return (lower + upper) / 2;
}

/** The value that this share of a set of numbers does not exceed, by nearest rank. Throws when there is none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const value = sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)];
  if (value === undefined) throw new RangeError('there is no percentile of nothing');
  return value;
}

/**
 * Takes one sample of each side a round, another side first each time; `prepare` is done before each round. Returns the samples of
 * each side.
 */
export async function inTurn<Sample>(
  sides: readonly (() => Promise<Sample>)[],
  rounds: number,
  prepare: (round: number) => Promise<void> = () => Promise.resolve(),
): Promise<readonly (readonly Sample[])[]> {
  const series = sides.map((take) => ({ take, samples: [] as Sample[] }));
  for (let round = 0; round < rounds; round++) {
    await prepare(round);
    const first = round % series.length;
    for (const { take, samples } of [...series.slice(first), ...series.slice(0, first)]) samples.push(await take());
  }
  return series.map(({ samples }) => samples);
}

/** Returns how long something takes, in ms. */
export async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}
