import { type CalendarEvent, isOver, isWholeDay, listPublicEvents, readPublicCalendar } from '@cytocomm/contract';
import { send } from '@cytocomm/http';
import { Band, Button, ButtonLink, ErrorState, Heading, Skeleton, SkeletonGroup } from '@cytocomm/kit';
import { useState } from 'react';
import { news } from '../content/news.ts';
import { dataOf, useLoaded } from '../loading/loading.ts';
import classes from './PublicDates.module.css';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Asks for the public events that are not over. */
async function fetchPublicDates(now: Date, signal: AbortSignal): Promise<readonly CalendarEvent[]> {
  const from = new Date(now.getTime() - DAY_MS).toISOString().slice(0, 10);
  const answer = await send(listPublicEvents, { query: { from }, credentials: 'omit', signal });
  const { items } = dataOf(answer);
  if (!Array.isArray(items)) throw new Error('The list of events has an unknown form.');
  return items.filter((event) => !isOver(event, now));
}

const day = { year: 'numeric', month: 'long', day: 'numeric' } as const;
const time = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const;

/** Returns when an event is, by the clocks where it is; by the reader's where that is not known. */
function describeDate({ date, end, ...event }: CalendarEvent): string {
  const isWhole = isWholeDay({ date, ...event });
  const form = { ...day, ...(!isWhole && time) };
  const format = formatIn(isWhole ? 'UTC' : event.timeZone, form);
  return end === undefined ? format.format(new Date(date)) : format.formatRange(new Date(date), new Date(end));
}

function formatIn(timeZone: string | undefined, form: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-US', { ...form, ...(timeZone !== undefined && { timeZone }) });
  } catch {
    // This browser does not know the zone.
    return new Intl.DateTimeFormat('en-US', form);
  }
}

const { dates: words } = news;
/** How many events are shown at first. */
const MAX_COLLAPSED_EVENTS = 6;

/** The public events to come, and the address of their feed for calendar programs. */
export function PublicDates() {
  const { value: events, failure, retry } = useLoaded('dates', (signal) => fetchPublicDates(new Date(), signal));

  return (
    <Band spacing="none" aria-label={words.title} className={classes.band}>
      <div className={classes.head}>
        <Heading level={2} size="title">
          {words.title}
        </Heading>
        <ButtonLink href={readPublicCalendar.path} variant="secondary" icon="calendar">
          {words.feed}
        </ButtonLink>
      </div>
      {failure ? (
        <ErrorState title={words.failed} onRetry={retry}>
          {news.failedAdvice}
        </ErrorState>
      ) : (
        <Dates events={events} />
      )}
    </Band>
  );
}

function Dates({ events }: { readonly events: readonly CalendarEvent[] | null }) {
  const [all, setAll] = useState(false);
  if (events === null) {
    return (
      <SkeletonGroup label={words.loading} className={classes.loading}>
        <Skeleton lines={3} />
      </SkeletonGroup>
    );
  }
  if (events.length === 0) return <p className={classes.none}>{words.none}</p>;
  return (
    <>
      <ul className={classes.dates}>
        {(all ? events : events.slice(0, MAX_COLLAPSED_EVENTS)).map((event) => (
          <li key={event.id} className={classes.date}>
            <time dateTime={event.date} className={classes.time}>
              {describeDate(event)}
            </time>
            <div>
              <p className={classes.title}>{event.title}</p>
              {event.place === undefined ? null : <p>{event.place}</p>}
              {event.url === undefined ? null : (
                <a href={event.url} rel="noopener noreferrer" aria-label={`${words.link}: ${event.title}`}>
                  {words.link}
                </a>
              )}
            </div>
          </li>
        ))}
      </ul>
      {!all && events.length > MAX_COLLAPSED_EVENTS ? (
        <Button variant="secondary" onClick={() => setAll(true)}>
          {news.more}
        </Button>
      ) : null}
    </>
  );
}
