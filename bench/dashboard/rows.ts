import { alone, compare, type Row } from '../report.ts';
import { median } from '../statistics.ts';
import { LIST_TARGET, OVERVIEW_BYTES_TARGET, SEARCH_TARGET } from '../targets.ts';
import type { ListTimes } from './in-turn.ts';
import type { DashboardFigures } from './measure.ts';

/** The overview that is held to what the dashboard weighed as one page. */
const OVERVIEW = '/dashboard/admin';

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
    ...visits.map((visit) =>
      alone('first visit', visit.path, bytes, visit.bytes, visit.path === OVERVIEW ? OVERVIEW_BYTES_TARGET : undefined),
    ),
  ];
}
