/** A day without a time or a zone: `2026-11-20`. */
export type Day = string;
/** A month: `2026-11`. */
export type Month = string;

const DAY_MS = 86_400_000;
/** The first and the last day that an event can have. */
const [FIRST_DAY, LAST_DAY] = ['1000-01-01', '9999-12-31'];
const utc = (day: Day): Date => new Date(`${day}T00:00:00.000Z`);
/** Years beyond 9999, which the last weeks of a calendar reach into, have a sign and six digits. */
const dayOf = (date: Date): Day => date.toISOString().split('T')[0] ?? '';

const fullDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' });
const monthName = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** Returns the day it is where this person is. */
export function today(now = new Date()): Day {
  return dayOf(new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate())));
}

/** Returns `Friday, November 20, 2026`. */
export const describeDay = (day: Day): string => fullDay.format(utc(day));
/** Returns `November 2026`. */
export const describeMonth = (month: Month): string => monthName.format(utc(`${month}-01`));
/** Returns the month of a day. */
export const monthOf = (day: Day): Month => day.slice(0, -3);
/** Returns the number of a day within its month. */
export const numberOf = (day: Day): number => Number(day.slice(-2));

/** Returns the day some days later, or earlier, within the days that events can have. */
export function addDays(day: Day, count: number): Day {
  const time = utc(day).getTime() + count * DAY_MS;
  return dayOf(new Date(Math.min(Math.max(time, utc(FIRST_DAY).getTime()), utc(LAST_DAY).getTime())));
}

/** Returns the same day some months later, or earlier; the month's last day where it is shorter. */
export function addMonths(day: Day, count: number): Day {
  const first = utc(`${monthOf(day)}-01`);
  const target = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + count, 1));
  if (target < utc(FIRST_DAY) || target > utc(LAST_DAY)) return day;
  const last = new Date(Date.UTC(target.getUTCFullYear(), target.getUTCMonth() + 1, 0)).getUTCDate();
  target.setUTCDate(Math.min(numberOf(day), last));
  return dayOf(target);
}

/** Returns the first day of the week of a day; weeks begin on Sunday. */
export const weekStart = (day: Day): Day => addDays(day, -utc(day).getUTCDay());

/** Returns the weeks that show a month, whole, from Sunday to Saturday. */
export function weeksOf(month: Month): Day[][] {
  const first = utc(`${month}-01`);
  const days = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  const before = first.getUTCDay();
  return Array.from({ length: Math.ceil((before + days) / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_, weekday) =>
      dayOf(new Date(first.getTime() + (week * 7 + weekday - before) * DAY_MS)),
    ),
  );
}

/** Returns the days from one to another, both included, at most so many. */
export function daysBetween(first: Day, last: Day, most: number): Day[] {
  const count = Math.round((utc(last).getTime() - utc(first).getTime()) / DAY_MS) + 1;
  return Array.from({ length: Math.min(Math.max(count, 1), most) }, (_, index) => addDays(first, index));
}

/** Returns the range of events to ask for to show a month: its weeks, and a day more for zones on each side. */
export function rangeOf(month: Month): { from?: Day; to?: Day } {
  const first = addDays(weekStart(`${month}-01`), -1);
  // Six weeks hold any month.
  const last = addDays(first, 6 * 7 + 2);
  return { from: first, ...(last < LAST_DAY && { to: last }) };
}
