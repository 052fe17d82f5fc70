import type { GateCheck, GateReport } from '@cytocomm/contract';
import type { TagProps } from '@cytocomm/kit';

/** What an outcome of the gate is to people, and its colour. */
export const OUTCOMES: Readonly<
  Record<
    GateReport['outcome'] | GateCheck['outcome'],
    { readonly words: string; readonly tone: NonNullable<TagProps['tone']> }
  >
> = {
  passed: { words: 'Passed', tone: 'teal' },
  refused: { words: 'Refused', tone: 'coral' },
  running: { words: 'Running', tone: 'amber' },
  skipped: { words: 'Skipped', tone: 'neutral' },
};

const ORDER: readonly GateCheck['outcome'][] = ['refused', 'skipped', 'passed'];

/** Returns the checks with the refused ones first, then those that were skipped. */
export function refusedFirst(checks: readonly GateCheck[]): GateCheck[] {
  return checks.toSorted((a, b) => ORDER.indexOf(a.outcome) - ORDER.indexOf(b.outcome));
}
