import type { FileRound } from '../release-files/rounds.ts';
import { alone, compare, type Row } from '../report.ts';
import { median, percentile } from '../statistics.ts';
import {
  CHANGE_TARGET,
  KILOBYTE,
  PAGE_RATE_TARGET,
  RELEASE_FILE_RATE_TARGET,
  RELEASE_FILE_TARGET,
} from '../targets.ts';
import type { ReleaseFigures } from './measure.ts';

const milliseconds = (value: number) => `${Math.round(value)} ms`;
const microseconds = (value: number) => `${Math.round(value)} µs`;
const rate = (value: number) => `${Math.round(value).toLocaleString('en-US')} /s`;
const sizeOf = (bytes: number) => `${Math.round(bytes / KILOBYTE)} KB`;

/** The middle round of both. */
function middle(
  rounds: readonly { readonly ours: FileRound; readonly theirs: FileRound }[],
  figure: keyof FileRound,
): [number, number] {
  return [median(rounds.map(({ ours }) => ours[figure])), median(rounds.map(({ theirs }) => theirs[figure]))];
}

/** A time that has no target. */
function timed(figure: string, times: readonly number[]): Row {
  return { ...compare('releases', figure, milliseconds, [median(times), 0], '', undefined), theirs: '' };
}

/** How long changes take to reach visitors, and a page and a file beside plain servers of the same bytes. */
export function releaseRows({ changes, triedMs, page, file }: ReleaseFigures): Row[] {
  const { publishMs, promoteMs, rollBackMs } = changes;
  const where = 'releases';
  const rows: Row[] = [
    timed(`publish to visible, median of ${publishMs.length}`, publishMs),
    ...(triedMs.length > 0 ? [timed(`the same with the trial run, median of ${triedMs.length}`, triedMs)] : []),
    alone(where, `promotion, p95 of ${promoteMs.length}`, milliseconds, percentile(promoteMs, 0.95), CHANGE_TARGET),
    alone(where, `roll back, p95 of ${rollBackMs.length}`, milliseconds, percentile(rollBackMs, 0.95), CHANGE_TARGET),
    compare(
      `page, ${sizeOf(page.bytes)} packed`,
      'answers a second',
      rate,
      middle(page.rounds, 'perSecond'),
      'a file by Express',
      PAGE_RATE_TARGET,
    ),
  ];
  if (!file) return rows;
  const [of, beside] = [`release file, ${sizeOf(file.bytes)}`, `nginx ${file.nginx}`];
  return [
    ...rows,
    compare(of, 'answers a second', rate, middle(file.rounds, 'perSecond'), beside, RELEASE_FILE_RATE_TARGET),
    compare(
      of,
      'processor time an answer',
      microseconds,
      middle(file.rounds, 'microseconds'),
      beside,
      RELEASE_FILE_TARGET,
    ),
  ];
}
