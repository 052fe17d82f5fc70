import { type CalendarEvent, eventsFrom, isOver, isWholeDay, listEvents, MAX_EVENTS_LISTED } from '@cytocomm/contract';
import { CalendarDate, ExactTime, Link } from '@cytocomm/kit';
import { endpoint } from '@cytocomm/portal-api';
import { useEffect, useState } from 'react';
import { opening, type RecordScope } from '../palette/offers.ts';
import { Block, LINES, State } from './Block.tsx';
import classes from './overview.module.css';

const { useQuery: useEvents } = endpoint(listEvents, { tags: ['Event'] });

/** How many dates are read at first: some may be over since the hour began. */
const READ = 2 * LINES;
/** How many times as many are read when too few of them are to come. */
const MORE = 8;

/** The next dates. */
export function Dates(scope: RecordScope) {
  // The moment it was opened.
  const [now] = useState(() => new Date());
  const [limit, setLimit] = useState(READ);
  const { data, currentData, error, isFetching, refetch } = useEvents({ query: { from: eventsFrom(now), limit } });
  const next = data?.items.filter((event) => !isOver(event, now)).slice(0, LINES) ?? [];
  // Those that were read, when as many were read as were asked for.
  const isShort = next.length < LINES && data?.items.length === limit;
  const readsOn = isShort && limit < MAX_EVENTS_LISTED;
  // Not while it renders: what was read before is kept of a rendering that was shown.
  useEffect(() => {
    if (readsOn) setLimit(Math.min(limit * MORE, MAX_EVENTS_LISTED));
  }, [readsOn, limit]);
  const isAwaited = data === undefined || readsOn || (data.items.length > 0 && (isFetching || error !== undefined));
  return (
    <Block title="Next dates">
      {next.length > 0 ? (
        <>
          <ul className={classes.list}>
            {next.map((event) => (
              <NextDate key={event.id} event={event} scope={scope} />
            ))}
          </ul>
          {currentData === undefined && error !== undefined && next.length < LINES ? (
            <State error={error} words="More dates could not be loaded." onRetry={refetch} />
          ) : null}
        </>
      ) : isAwaited ? (
        <State error={error} onRetry={refetch} />
      ) : (
        <p className={classes.hint}>No dates to come.</p>
      )}
    </Block>
  );
}

function NextDate({ event, scope }: { readonly event: CalendarEvent; readonly scope: RecordScope }) {
  const act = opening(scope, { kind: 'event', id: event.id, title: event.title });
  return (
    <li className={classes.line}>
      {act !== undefined && 'to' in act ? <Link to={act.to}>{event.title}</Link> : event.title}
      <span className={classes.about}>
        {isWholeDay(event) ? <CalendarDate date={event.date} /> : <ExactTime date={event.date} />}
      </span>
    </li>
  );
}
