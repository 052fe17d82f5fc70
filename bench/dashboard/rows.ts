import { alone, compare, type Row } from '../report.ts';
import { median } from '../statistics.ts';
import { LIST_TARGET, OVERVIEW_BYTES_TARGET, SEARCH_TARGET } from '../targets.ts';
import type { ListTimes } from './in-turn.ts';
import type { DashboardFigures } from './measure.ts';

const whole = (value: number) => value.toLocaleString('en-US');
const milliseconds = (value: number) => `${value.toFixed(1)} ms`;
const bytes = (value: number) => `${whole(value)} bytes`;

/** Lists among many records beside the same among few, and what first visits cost. */
export function dashboardRows({ people, content, records, firstList, visits }: DashboardFigures): Row[] {
  const listRow = (where: string, { asked, few, many }: ListTimes) =>
    compare(
      where,
      `${asked} among ${whole(records.many)}, p95`,
      milliseconds,
      [many, few],
      `among ${whole(records.few)}`,
      SEARCH_TARGET,
    );
  const [overview, ...tools] = visits;
  return [
    ...people.map((times) => listRow('users', times)),
    ...content.map((times) => listRow('content', times)),
    compare(
      'users',
      `first list of ${whole(firstList.people.many)}, interactive`,
      milliseconds,
      [median(firstList.many), median(firstList.few)],
      `of ${whole(firstList.people.few)}`,
      LIST_TARGET,
    ),
    ...(overview ? [alone('first visit', overview.path, bytes, overview.bytes, OVERVIEW_BYTES_TARGET)] : []),
    ...tools.map((tool) => alone('first visit', tool.path, bytes, tool.bytes)),
  ];
}
