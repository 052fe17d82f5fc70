import { type Dayjs, dayjs } from '@cytocomm/kit/dashboard';

/** How much the calendar shows at once, from near to far. */
const levels = ['month', 'year', 'decade', 'century'] as const;
/** How much the calendar shows at once. */
export type Level = (typeof levels)[number];

/** Years that one step of a level spans. */
const yearsOf: Readonly<Record<Level, number>> = { month: 0, year: 1, decade: 10, century: 100 };

/** Returns the level that shows more; the century shows the most. */
export const wider = (level: Level): Level => levels[levels.indexOf(level) + 1] ?? 'century';
/** Returns the level that shows less; the month shows the least. */
export const nearer = (level: Level): Level => levels[levels.indexOf(level) - 1] ?? 'month';

/** Returns the first year of the decade or century that a date lies in. */
const startOf = (date: Dayjs, level: Level): number => Math.floor(date.year() / yearsOf[level]) * yearsOf[level];

/** The first and the last date that an event can have. */
export const [FIRST_DATE, LAST_DATE] = [dayjs('1000-01-01'), dayjs('9999-12-31')];

/** Returns the same place one step earlier or later; the same one at the end of the calendar. */
export function step(date: Dayjs, level: Level, count: 1 | -1): Dayjs {
  const there = level === 'month' ? date.add(count, 'month') : date.add(count * yearsOf[level], 'year');
  return there.isBefore(FIRST_DATE) || there.isAfter(LAST_DATE) ? date : there;
}

/** Returns what a level shows: `November 2026`, `2026`, `2020 – 2029`, `2000 – 2099`. */
export function describe(date: Dayjs, level: Level): string {
  if (level === 'month') return date.format('MMMM YYYY');
  if (level === 'year') return date.format('YYYY');
  const start = startOf(date, level);
  return `${start} – ${start + yearsOf[level] - 1}`;
}

/** One part that a level is made of, and the date that leads into it. */
export interface Tile {
  readonly label: string;
  readonly date: Dayjs;
  /** The present moment lies in it. */
  readonly now: boolean;
}

/** Returns the parts of a level: the months of a year, the years of a decade, the decades of a century. */
export function tilesOf(date: Dayjs, level: Exclude<Level, 'month'>, now = dayjs()): Tile[] {
  if (level === 'year') {
    return Array.from({ length: 12 }, (_, month) => {
      // The day stays where the month has it, as it does when stepping.
      const there = date.month(month);
      return { label: there.format('MMMM'), date: there, now: there.isSame(now, 'month') };
    });
  }
  const part = yearsOf[nearer(level)];
  const start = startOf(date, level);
  return Array.from({ length: 10 }, (_, index) => {
    const first = start + index * part;
    const there = date.year(first + (level === 'century' ? date.year() % 10 : 0));
    const label = part === 1 ? String(first) : `${first} – ${first + part - 1}`;
    return { label, date: there, now: now.year() >= first && now.year() < first + part };
  });
}
