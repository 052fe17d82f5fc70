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
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** What is asked for: a ratio to another contender's figure, or a figure of the portal's own. */
export type Target =
  | { readonly ratioAtMost: number }
  | { readonly ratioAtLeast: number }
  | { readonly atMost: number }
  | { readonly atLeast: number };

/** One line of the report. */
export interface Row {
  readonly where: string;
  readonly figure: string;
  readonly ours: string;
  readonly against: string;
  readonly theirs: string;
  readonly ratio: string;
  readonly target: string;
  /** Undefined where nothing is asked for. */
  readonly met: boolean | undefined;
}

/** What every part is given. */
export interface Bench {
  /** A folder for the files of a part. */
  readonly workDir: string;
  /** Visits of each contender, or rounds of each load. */
  readonly runs: number;
  /** Whether sizes are the smallest that show that a part runs and that its answers are right. */
  readonly smoke: boolean;
  say(line: string): void;
  /** Returns the path of a Chromium. Throws where there is none. */
  chromium(): string;
}

/** Measures one thing. Returns lines of the table, and every sample. Rejects when it cannot. */
export type Part = (bench: Bench) => Promise<{ readonly rows: readonly Row[]; readonly figures: unknown }>;

type Write = (value: number) => string;

/** One kilobyte is 1000 bytes here: the stricter reading. */
export const KILOBYTE = 1000;

export const milliseconds: Write = (value) => `${value.toFixed(value < 100 ? 1 : 0)} ms`;
export const kilobytes: Write = (value) => `${(value / KILOBYTE).toFixed(1)} KB`;
export const megabytes: Write = (value) => `${value.toFixed(1)} MB`;

function isMet(target: Target, ours: number, theirs: number): boolean {
  if ('atMost' in target) return ours <= target.atMost;
  if ('atLeast' in target) return ours >= target.atLeast;
  return 'ratioAtMost' in target ? ours <= theirs * target.ratioAtMost : ours >= theirs * target.ratioAtLeast;
}

function targetWords(target: Target, write: Write): string {
  if ('atMost' in target) return `<= ${write(target.atMost)}`;
  if ('atLeast' in target) return `>= ${write(target.atLeast)}`;
  return 'ratioAtMost' in target ? `<= ${target.ratioAtMost.toFixed(2)} x` : `>= ${target.ratioAtLeast.toFixed(2)} x`;
}

/** A figure of the portal beside another contender's. */
export function compare(
  where: string,
  figure: string,
  write: Write,
  [ours, theirs]: readonly [number, number],
  against: string,
  target?: Target,
): Row {
  return {
    where,
    figure,
    ours: write(ours),
    against,
    theirs: write(theirs),
    ratio: theirs === 0 ? '' : (ours / theirs).toFixed(2),
    target: target ? targetWords(target, write) : '',
    met: target && isMet(target, ours, theirs),
  };
}

/** A figure of the portal's own. */
export function alone(where: string, figure: string, write: Write, ours: number, target?: Target): Row {
  return { ...compare(where, figure, write, [ours, 0], '', target), theirs: '' };
}

const HEADINGS = ['', 'figure', 'portal', 'beside', '', 'ratio', 'target', 'met'];

/** The rows as a table of plain text. */
export function formatTable(rows: readonly Row[]): string {
  const verdict = (met: boolean | undefined) => (met === undefined ? '' : met ? 'yes' : 'NO');
  const cells = rows.map(({ where, figure, ours, against, theirs, ratio, target, met }) => {
    return [where, figure, ours, against, theirs, ratio, target, verdict(met)];
  });
  const lines = [HEADINGS, ...cells];
  const widths = HEADINGS.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const text = (line: readonly string[]) => line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ');
  return lines.map((line) => text(line).trimEnd()).join('\n');
}
