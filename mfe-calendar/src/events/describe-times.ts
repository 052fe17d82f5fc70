import { type CalendarEvent, isWholeDay } from '@cytocomm/contract';
import { clockIn, knowsZone } from '@cytocomm/kit/dashboard';

/** When an event is, in words. */
export interface TimesInWords {
  /** Where the reader is. */
  readonly here: string;
  /** Where the event is, when the clocks show something else there, with the name of that zone. */
  readonly there: string | null;
}

const day = { year: 'numeric', month: 'short', day: 'numeric' } as const;
const time = { hour: 'numeric', minute: '2-digit' } as const;
const wholeDays = new Intl.DateTimeFormat('en-US', { ...day, timeZone: 'UTC' });

/** Returns a moment, or what lies between two, by the clocks of a zone. */
function inZone(zone: string, start: Date, end: Date | null, form: Intl.DateTimeFormatOptions): string {
  const format = new Intl.DateTimeFormat('en-US', { ...form, timeZone: zone });
  return end === null ? format.format(start) : format.formatRange(start, end);
}

/** Returns when an event is, in words. */
export function describeTimes(event: CalendarEvent, zone: string): TimesInWords {
  const { date, end, timeZone } = event;
  const [start, until] = [new Date(date), end === undefined ? null : new Date(end)];
  if (isWholeDay(event)) {
    return { here: until ? wholeDays.formatRange(start, until) : wholeDays.format(start), there: null };
  }
  const here = inZone(zone, start, until, { ...day, ...time, timeZoneName: 'short' });
  if (timeZone === undefined || !knowsZone(timeZone) || clockIn(timeZone, start) === clockIn(zone, start))
    return { here, there: null };
  return { here, there: `${inZone(timeZone, start, until, { ...day, ...time })} in ${timeZone}` };
}
