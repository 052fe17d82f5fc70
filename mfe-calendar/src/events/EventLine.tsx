import { type CalendarEvent, isWholeDay } from '@cytocomm/contract';
import { clockIn, knowsZone, ownZone } from '@cytocomm/kit/dashboard';
import classes from './events.module.css';

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

/** Where an event is: its place, and its link. */
export function Whereabouts({ event: { place, url, title } }: { readonly event: CalendarEvent }) {
  if (place === undefined && url === undefined) return null;
  return (
    <span className={classes.where}>
      {place}
      {url === undefined ? null : (
        <a href={url} target="_blank" rel="noopener noreferrer" aria-label={`Open the link of ${title}`}>
          Open the link
        </a>
      )}
    </span>
  );
}

/** When an event is: here, and there where the clocks show something else. */
export function Times({ event }: { readonly event: CalendarEvent }) {
  const { here, there } = describeTimes(event, ownZone());
  return (
    <span className={classes.times}>
      <time dateTime={event.date}>{here}</time>
      {there === null ? null : <span className={classes.there}>{there}</span>}
    </span>
  );
}

/** An event in a list: its title, when and where it is. */
export function EventLine({ event }: { readonly event: CalendarEvent }) {
  return (
    <div className={classes.line}>
      <span className={classes.title}>{event.title}</span>
      <Times event={event} />
      <Whereabouts event={event} />
    </div>
  );
}
