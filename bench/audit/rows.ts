import { compare, type Row } from '../report.ts';
import { median } from '../statistics.ts';
import { AUDIT_TARGET } from '../targets.ts';
import type { AuditFigure } from './measure.ts';

const perSecond = (value: number) => `${Math.round(value)} /s`;

/** The rows of the trail that are written a second, beside one chain for all processes. */
export function auditRows(figures: readonly AuditFigure[]): Row[] {
  return figures.map(({ processes, segments, shared }) => {
    const label = `rows by ${processes} ${processes === 1 ? 'process' : 'processes'}`;
    return compare('audit trail', label, perSecond, [median(segments), median(shared)], 'one chain', AUDIT_TARGET);
  });
}
