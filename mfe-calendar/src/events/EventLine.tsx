import { type CalendarEvent, isWholeDay } from '@cytocomm/contract';
import { Skeleton, SkeletonGroup } from '@cytocomm/kit';
import { clockIn, knowsZone, ownZone } from '@cytocomm/kit/dashboard';
import { QueryFailure } from '@cytocomm/portal-api';
import type { ReactNode } from 'react';
import classes from './events.module.css';

/** What is known of a question to the API. */
interface Question<Answer> {
  readonly data?: Answer | undefined;
  readonly error?: unknown;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

/** Properties of {@link Wait}. */
export interface WaitProps<Answer> {
  readonly question: Question<Answer>;
  /** `Loading the calendar`. */
  readonly loading: string;
  /** `The calendar could not be loaded.` */
  readonly failure: string;
  /** In pixels, so that nothing moves when the answer comes. */
  readonly height: number;
  /** The same on a phone, where it differs. */
  readonly phoneHeight?: number;
  readonly children: (answer: Answer) => ReactNode;
}

/** Shows an answer once it is there, until then a place for it, and Retry when it does not come. */
export function Wait<Answer>({
  question,
  loading,
  failure,
  height,
  phoneHeight = height,
  children,
}: WaitProps<Answer>) {
  const { data, error, isFetching, refetch } = question;
  if (data !== undefined) return children(data);
  if (error !== undefined)
    return <QueryFailure title={failure} error={error} onRetry={() => void refetch()} retrying={isFetching} />;
  return (
    <SkeletonGroup label={loading} className={classes.wait}>
      <div style={{ height }} className={classes.onDesk}>
        <Skeleton shape="block" className={classes.fill} />
      </div>
      <div style={{ height: phoneHeight }} className={classes.onPhone}>
        <Skeleton shape="block" className={classes.fill} />
      </div>
    </SkeletonGroup>
  );
}

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
