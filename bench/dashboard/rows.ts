import { compare, type Row } from '../report.ts';
import { SEARCH_TARGET } from '../targets.ts';
import type { DashboardFigures } from './measure.ts';

const whole = (value: number) => value.toLocaleString('en-US');
const milliseconds = (value: number) => `${value.toFixed(1)} ms`;

/** Lists among many people beside the same among few. */
export function dashboardRows({ lists, people }: DashboardFigures): Row[] {
  return lists.map(({ asked, few, many }) =>
    compare(
      'users',
      `${asked} among ${whole(people.many)}, p95`,
      milliseconds,
      [many, few],
      `among ${whole(people.few)}`,
      SEARCH_TARGET,
    ),
  );
}
