import { alone, compare, type Row } from '../report.ts';
import { median } from '../statistics.ts';
import { AUDIT_TARGET, CHANGE_CALLS_TARGET, type Target } from '../targets.ts';
import type { ChangeFigure, ChangeRound } from './changes.ts';
import type { AuditFigure } from './measure.ts';

const whole = (value: number) => String(Math.round(value));
const twoPlaces = (value: number) => value.toFixed(2);
const perSecond = (value: number) => `${whole(value)} /s`;
const micros = (value: number) => `${whole(value)} µs`;
const by = (processes: number) => `by ${processes} ${processes === 1 ? 'process' : 'processes'}`;

/** The rows of the trail that are written a second, beside one chain for all processes. */
export function auditRows(figures: readonly AuditFigure[]): Row[] {
  return figures.map(({ processes, segments, shared }) => {
    const label = `rows ${by(processes)}`;
    return compare('audit trail', label, perSecond, [median(segments), median(shared)], 'one chain', AUDIT_TARGET);
  });
}

/** How many changes the processes make with one second of a core. */
const forCoreSecond = ({ apiMicros }: ChangeRound) => 1_000_000 / apiMicros;

/**
 * The audited changes that API processes answer a second, beside those of one process; and what tells a queue from a machine with
 * fewer cores than processes: what a change costs them in processor time and in calls to the database.
 */
export function changeRows(figures: readonly ChangeFigure[]): Row[] {
  const one = figures.find(({ processes }) => processes === 1)?.rounds ?? [];
  const where = 'audited change';
  return figures.flatMap(({ processes, rounds }) => {
    const row = (
      label: string,
      write: (value: number) => string,
      of: (round: ChangeRound) => number,
      target?: Target,
    ) => {
      const ours = median(rounds.map(of));
      if (processes === 1) return alone(where, label, write, ours);
      return compare(where, label, write, [ours, median(one.map(of))], by(1), target);
    };
    const ofDatabase = rounds.flatMap(({ databaseMicros }) => databaseMicros ?? []);
    return [
      row(by(processes), perSecond, (round) => round.perSecond),
      row(`for a second of a core of the API, ${by(processes)}`, whole, forCoreSecond),
      row(`calls to the database, ${by(processes)}`, twoPlaces, (round) => round.databaseCalls, CHANGE_CALLS_TARGET),
      row(`processor time of hearing of it, ${by(processes)}`, micros, (round) => round.hearingMicros),
      ...(ofDatabase.length > 0
        ? [alone(where, `processor time of the database, ${by(processes)}`, micros, median(ofDatabase))]
        : []),
    ];
  });
}
