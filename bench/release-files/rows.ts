import { compare, type Row } from '../report.ts';
import { median } from '../statistics.ts';
import { KILOBYTE, RELEASE_FILE_TARGET } from '../targets.ts';
import type { ReleaseFileFigures } from './measure.ts';

const microseconds = (value: number) => `${Math.round(value)} µs`;
const rate = (value: number) => `${Math.round(value).toLocaleString('en-US')} /s`;

/** A release file's time on the processor, and answers a second, beside nginx: the middle round of each. */
export function releaseFileRows({ bytes, nginx, rounds }: ReleaseFileFigures): Row[] {
  const where = `release file, ${Math.round(bytes / KILOBYTE)} KB`;
  const against = `nginx ${nginx}`;
  const middle = (server: 'portal' | 'nginx', figure: 'microseconds' | 'perSecond') =>
    median(rounds.map((round) => round[server][figure]));
  const both = (figure: 'microseconds' | 'perSecond') => [middle('portal', figure), middle('nginx', figure)] as const;
  return [
    compare(where, 'processor time an answer', microseconds, both('microseconds'), against, RELEASE_FILE_TARGET),
    compare(where, 'answers a second', rate, both('perSecond'), against, undefined),
  ];
}
