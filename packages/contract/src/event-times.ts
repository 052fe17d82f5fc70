/** Returns the day of an event's date, `2026-11-20`: events are on days in UTC, the same for everybody. */
export const eventDay = (date: string): string => new Date(date).toISOString().slice(0, 10);

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** How long an event lasts at most, in days: a year with a leap day. */
export const MAX_EVENT_DAYS = 366;

/** When an event is, as it is sent or stored; dates are ISO 8601. */
export interface EventTimes {
  readonly date: string;
  readonly end?: string | null | undefined;
  readonly allDay?: boolean | null | undefined;
  readonly timeZone?: string | null | undefined;
}

/** What is wrong with the times of an event, and in which field. */
interface TimesFault {
  readonly field: 'date' | 'end' | 'timeZone';
  readonly message: string;
}

/** `2026-11-20`, without a time. */
const isDay = (date: string): boolean => date.length === 10;
const isMidnight = (date: string): boolean => Date.parse(date) % DAY_MS === 0;

/** Whether an event is one of whole days. Midnight UTC without a time zone means it where the field is absent. */
export const isWholeDay = ({ date, allDay, timeZone }: EventTimes): boolean =>
  allDay ?? ((timeZone ?? null) === null && isMidnight(date));

/** Whether a text names a time zone as the IANA database does (`Europe/Berlin`), and this program knows its rules. */
export function isTimeZone(name: string): boolean {
  // Intl takes offsets as well, which name no zone.
  if (!/^[A-Z][\w+-]*(\/[A-Z][\w+-]*)*$/i.test(name)) return false;
  try {
    const zone = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
    return zone === name || zone.toLowerCase() !== name.toLowerCase();
  } catch {
    return false;
  }
}

/** Returns the first fault in the times of an event; null when there is none. The dates are existing ones. */
export function timesFault(times: EventTimes): TimesFault | null {
  const { date, allDay } = times;
  const end = times.end ?? null;
  const timeZone = times.timeZone ?? null;
  const lasts = end === null ? 0 : Date.parse(end) - Date.parse(date);
  if (timeZone !== null && (allDay === true || ((allDay ?? null) === null && isDay(date))))
    return { field: 'timeZone', message: 'none for whole days' };
  if (isWholeDay(times)) {
    if (!isMidnight(date)) return { field: 'date', message: 'a day without a time, for whole days' };
    if (end !== null && !isMidnight(end)) return { field: 'end', message: 'a day without a time, for whole days' };
    if (lasts < 0) return { field: 'end', message: 'not before the first day' };
  } else {
    if (isDay(date)) return { field: 'date', message: 'a date with its time, or whole days' };
    if (end !== null && isDay(end)) return { field: 'end', message: 'a date with its time, as the beginning has' };
    if (end !== null && lasts <= 0) return { field: 'end', message: 'after the beginning' };
  }
  return lasts > MAX_EVENT_DAYS * DAY_MS
    ? { field: 'end', message: `at most ${MAX_EVENT_DAYS} days after the beginning` }
    : null;
}

/** Returns the day that it is where this program runs: `2026-11-20`. */
function todayAt(now: Date): string {
  return new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate())).toISOString().slice(0, 10);
}

/**
 * Returns the moment to ask for events from, to get those that are not over: the beginning of the hour, so that all who ask within
 * it share an answer, or before the end of `today` by UTC, where that has gone by already; today is where this program runs
 * unless told. {@link isOver} leaves out the rest.
 */
export function eventsFrom(now: Date, today = todayAt(now)): string {
  // The server takes whole days for over at midnight UTC; west of there the day of the reader goes on for hours.
  const hour = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS;
  return new Date(Math.min(hour, Date.parse(today) + DAY_MS - HOUR_MS)).toISOString();
}

/**
 * Whether an event is over at a moment: after its end, or its beginning when it names no end; of whole days, when `today` is after
 * the last one. Today is where this program runs unless told.
 */
export function isOver(event: EventTimes, now: Date, today = todayAt(now)): boolean {
  const last = event.end ?? event.date;
  return isWholeDay(event) ? new Date(last).toISOString().slice(0, 10) < today : Date.parse(last) <= now.getTime();
}
