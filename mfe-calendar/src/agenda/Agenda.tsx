import { type CalendarEvent, type EventListQuery, eventsFrom, isOver, MAX_EVENTS_LISTED } from '@cytocomm/contract';
import { ownZone, Panel } from '@cytocomm/kit/dashboard';
import { ShowMore } from '@cytocomm/portal-api';
import { type SyntheticEvent, useState } from 'react';
import { type Day, describeDay, today } from '../days/days.ts';
import { EventLine, Wait } from '../events/EventLine.tsx';
import { useEvents } from '../events/event-api.ts';
import { firstDayOf, useShown } from '../events/event-days.ts';
import classes from './agenda.module.css';

/** How many events are listed at first, and how many more each time. */
const LISTED = 5;
/** How many are read at first, and how many more when those are listed. */
const READ = 50;

/** Asks for as many events as are wanted so far, and tells what is left of them to read. */
function useReading(range: Omit<EventListQuery, 'limit'>) {
  const [limit, setLimit] = useState(READ);
  const question = useEvents({ query: { ...range, limit } });
  const { error, isFetching, refetch } = question;
  const rest = (read: number): Rest => {
    if (read === limit) return limit < MAX_EVENTS_LISTED ? () => setLimit(limit + READ) : 'elsewhere';
    if (read === 0 || read !== limit - READ) return 'none';
    // The answer to the smaller question, while the larger one is asked or after it failed.
    if (isFetching) return 'awaited';
    return error === undefined ? 'none' : () => void refetch();
  };
  return { question, rest };
}

/** What comes next, day by day; what is past stands below, folded. */
export function Agenda() {
  // The moment this was opened: a list does not jump at midnight.
  const [now] = useState(() => new Date());
  const { question, rest } = useReading({ from: eventsFrom(now) });
  return (
    <Panel title="Next dates">
      <Wait
        question={question}
        loading="Loading the next dates"
        failure="The next dates could not be loaded."
        height={320}
      >
        {({ items }) => {
          const coming = items.filter((event) => !isOver(event, now));
          return coming.length === 0 && rest(items.length) === 'none' ? (
            <p className={classes.nothing}>No events to come.</p>
          ) : (
            <>
              <ByDay label="Events to come" events={coming} rest={rest(items.length)} now={now} />
              <MoreFailed question={question} rest={rest(items.length)} />
            </>
          );
        }}
      </Wait>
      {/* It would move when what is above gets its height. */}
      {question.data === undefined && question.error === undefined ? null : <Past now={now} />}
    </Panel>
  );
}

function Past({ now }: { readonly now: Date }) {
  const [open, setOpen] = useState(false);
  const onToggle = ({ currentTarget }: SyntheticEvent<HTMLDetailsElement>) => setOpen(currentTarget.open);
  return (
    <details className={classes.past} onToggle={onToggle}>
      <summary>Past events</summary>
      {open ? <PastEvents now={now} /> : null}
    </details>
  );
}

function PastEvents({ now }: { readonly now: Date }) {
  const { question, rest } = useReading({ to: now.toISOString(), sort: '-date' });
  return (
    <Wait question={question} loading="Loading past events" failure="The past events could not be loaded." height={160}>
      {({ items }) => {
        const past = items.filter((event) => isOver(event, now));
        return past.length === 0 && rest(items.length) === 'none' ? (
          <p className={classes.nothing}>No past events.</p>
        ) : (
          <>
            <ByDay label="Past events" events={past} rest={rest(items.length)} />
            <MoreFailed question={question} rest={rest(items.length)} />
          </>
        );
      }}
    </Wait>
  );
}

/** A line for when dates that were wanted besides those that are listed could not be read. */
function MoreFailed({ question, rest }: { readonly question: ReturnType<typeof useEvents>; readonly rest: Rest }) {
  return question.error === undefined || question.isFetching || typeof rest !== 'function' ? null : (
    <p role="status" className={classes.nothing}>
      More dates could not be loaded. Show more tries again.
    </p>
  );
}

/** Whether there are events that were not read: a function reads them; `elsewhere` are those of the months alone. */
type Rest = 'none' | 'awaited' | 'elsewhere' | (() => void);

interface ByDayProps {
  readonly label: string;
  readonly events: readonly CalendarEvent[];
  readonly rest: Rest;
  /** Events that have started stand under this moment's day. */
  readonly now?: Date;
}

function ByDay({ label, events, rest, now }: ByDayProps) {
  const { shown, more, showMore } = useShown(events, LISTED);
  const canRead = typeof rest === 'function';
  const press = () => {
    showMore();
    if (canRead && more <= LISTED) rest();
  };
  const earliest = now ? today(now) : '';
  const dayOf = (event: CalendarEvent): Day => {
    const day = firstDayOf(event, ownZone());
    return day < earliest ? earliest : day;
  };
  return (
    <>
      <ul aria-label={label} className={classes.days}>
        {[...Map.groupBy(shown, dayOf)].map(([day, onDay]) => (
          <li key={day}>
            <h4 className={classes.day}>{describeDay(day)}</h4>
            <ul className={classes.events}>
              {onDay.map((event) => (
                <li key={event.id}>
                  <EventLine event={event} />
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {more > 0 || canRead || rest === 'awaited' ? (
        <ShowMore variant="quiet" busy={more === 0 && rest === 'awaited'} onClick={press}>
          {rest === 'none' ? `Show more (${more})` : 'Show more'}
        </ShowMore>
      ) : rest === 'elsewhere' ? (
        <p className={classes.nothing}>All others are in the months of the calendar.</p>
      ) : null}
    </>
  );
}
