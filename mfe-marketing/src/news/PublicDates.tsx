import { type CalendarEvent, readPublicCalendar } from '@cytocomm/contract';
import { Band, Button, ButtonLink, ErrorState, Heading, Skeleton, SkeletonGroup } from '@cytocomm/kit';
import { useState } from 'react';
import { news } from '../content/news.ts';
import { useLoaded } from '../loading/use-loaded.ts';
import classes from './PublicDates.module.css';
import { describeDate, fetchPublicDates } from './public-dates.ts';

const { dates: words } = news;
/** How many events are shown at first. */
const SHOWN = 6;

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
        {(all ? events : events.slice(0, SHOWN)).map((event) => (
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
      {!all && events.length > SHOWN ? (
        <Button variant="secondary" onClick={() => setAll(true)}>
          {news.more}
        </Button>
      ) : null}
    </>
  );
}
