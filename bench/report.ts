import type { BuildTimes } from './build-times.ts';
import type { ContenderResult } from './home.ts';
import type { PageFigures } from './measure/visit.ts';
import { BUILD_TARGET, type Comparison, HOME_COMPARISONS, KILOBYTE, type Target } from './targets.ts';

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

const milliseconds = (value: number) => `${Math.round(value)} ms`;
const kilobytes = (value: number) => `${(value / KILOBYTE).toFixed(1)} KB`;

const WORDS: Readonly<Record<keyof PageFigures, { label: string; write: (value: number) => string }>> = {
  lcpMs: { label: 'largest contentful paint', write: milliseconds },
  interactiveMs: { label: 'interactive', write: milliseconds },
  layoutShift: { label: 'layout shift', write: (value) => value.toFixed(3) },
  requests: { label: 'requests', write: String },
  bytes: { label: 'bytes', write: kilobytes },
  scriptBytes: { label: 'script bytes', write: kilobytes },
};

function isMet(target: Target, ours: number, theirs: number): boolean {
  if ('atMost' in target) return ours <= target.atMost;
  if ('atLeast' in target) return ours >= target.atLeast;
  return 'ratioAtMost' in target ? ours <= theirs * target.ratioAtMost : ours >= theirs * target.ratioAtLeast;
}

function targetWords(target: Target | undefined, write: (value: number) => string): string {
  if (!target) return '';
  if ('atMost' in target) return `<= ${write(target.atMost)}`;
  if ('atLeast' in target) return `>= ${write(target.atLeast)}`;
  return 'ratioAtMost' in target ? `<= ${target.ratioAtMost.toFixed(2)} x` : `>= ${target.ratioAtLeast.toFixed(2)} x`;
}

/** A figure of the portal beside another contender's. */
export function compare(
  where: string,
  label: string,
  write: (value: number) => string,
  [ours, theirs]: readonly [number, number],
  against: string,
  target: Target | undefined,
): Row {
  return {
    where,
    figure: label,
    ours: write(ours),
    against,
    theirs: write(theirs),
    ratio: theirs === 0 ? '' : (ours / theirs).toFixed(2),
    target: targetWords(target, write),
    met: target && isMet(target, ours, theirs),
  };
}

/** A figure of the portal's own. */
export function alone(
  where: string,
  label: string,
  write: (value: number) => string,
  ours: number,
  target?: Target,
): Row {
  return { ...compare(where, label, write, [ours, 0], '', target), theirs: '' };
}

/** The portal beside the monoliths that were measured, for each condition. */
export function homeRows(
  results: readonly ContenderResult[],
  comparisons: readonly Comparison[] = HOME_COMPARISONS,
): Row[] {
  const ofPortal = results.filter(({ contender }) => contender === 'portal');
  return ofPortal.flatMap((portal) =>
    comparisons.flatMap(({ figure, against, target }) => {
      const other = results.find(({ condition, contender }) => condition === portal.condition && contender === against);
      if (!other) return [];
      const { label, write } = WORDS[figure];
      return [
        compare(portal.condition, label, write, [portal.medians[figure], other.medians[figure]], against, target),
      ];
    }),
  );
}

/** The slowest remote's build beside everything's, and everything's beside the monolith's. */
export function buildRows({ slowestRemote, everythingMs, monolithMs }: BuildTimes): Row[] {
  const write = (value: number) => `${(value / 1000).toFixed(1)} s`;
  return [
    compare('cold build', slowestRemote.name, write, [slowestRemote.ms, everythingMs], 'everything', BUILD_TARGET),
    compare('cold build', 'everything', write, [everythingMs, monolithMs], 'monolith', undefined),
  ];
}

const HEADINGS = ['', 'figure', 'portal', 'beside', '', 'ratio', 'target', 'met'];

/** The rows as a table of plain text. */
export function formatTable(rows: readonly Row[]): string {
  const lines = [
    HEADINGS,
    ...rows.map(({ where, figure, ours, against, theirs, ratio, target, met }) => [
      where,
      figure,
      ours,
      against,
      theirs,
      ratio,
      target,
      met === undefined ? '' : met ? 'yes' : 'NO',
    ]),
  ];
  const widths = HEADINGS.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
