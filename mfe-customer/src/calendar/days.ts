/** A day without a time or a zone: `2026-11-20`. */
export type Day = string;
/** A month: `2026-11`. */
export type Month = string;

const DAY_MS = 86_400_000;
const utc = (day: Day): Date => new Date(`${day}T00:00:00.000Z`);

const fullDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' });
const monthName = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** Returns the moment that stands for a day. */
export const momentOf = (day: Day): string => utc(day).toISOString();

/** Returns the day it is where this person is. */
export function today(now = new Date()): Day {
  return new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate())).toISOString().slice(0, 10);
}

/** Returns `Friday, November 20, 2026`. */
export const describeDay = (day: Day): string => fullDay.format(utc(day));
/** Returns `November 2026`. */
export const describeMonth = (month: Month): string => monthName.format(utc(`${month}-01`));
/** Returns the month of a day. */
export const monthOf = (day: Day): Month => day.slice(0, 7);
/** Returns the number of a day within its month. */
export const numberOf = (day: Day): number => Number(day.slice(8));

/** Returns the day some days later, or earlier. */
export const addDays = (day: Day, count: number): Day =>
  new Date(utc(day).getTime() + count * DAY_MS).toISOString().slice(0, 10);

/** Returns the same day some months later, or earlier; the month's last day where it is shorter. */
export function addMonths(day: Day, count: number): Day {
  const first = utc(`${monthOf(day)}-01`);
  const target = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + count, 1));
  const last = new Date(Date.UTC(target.getUTCFullYear(), target.getUTCMonth() + 1, 0)).getUTCDate();
  target.setUTCDate(Math.min(numberOf(day), last));
  return target.toISOString().slice(0, 10);
}

/** Returns the first day of the week of a day; weeks begin on Sunday. */
export const weekStart = (day: Day): Day => addDays(day, -utc(day).getUTCDay());

/** Returns the weeks that show a month, whole, from Sunday to Saturday. */
export function weeksOf(month: Month): Day[][] {
  const weeks: Day[][] = [];
  for (let start = weekStart(`${month}-01`); monthOf(start) <= month; start = addDays(start, 7)) {
    weeks.push(Array.from({ length: 7 }, (_, offset) => addDays(start, offset)));
  }
  return weeks;
}
