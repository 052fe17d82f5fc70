import { type CalendarEvent, isOver } from '@cytocomm/contract';
import { Button } from '@cytocomm/kit';
import { ownZone, Panel } from '@cytocomm/kit/dashboard';
import { type SyntheticEvent, useState } from 'react';
import { comingRange, type Day, describeDay, pastRange, today } from '../days/days.ts';
import { EventLine } from '../events/EventLine.tsx';
import { useEvents } from '../events/event-api.ts';
import { firstDayOf } from '../events/event-days.ts';
import { useShown } from '../events/use-shown.ts';
import { Wait } from '../events/Wait.tsx';
import classes from './agenda.module.css';

/** How many events are listed at first, and how many more each time. */
const LISTED = 5;

/** What comes next, day by day; what is past stands below, folded. */
export function Agenda() {
  // The moment this was opened: a list does not jump at midnight.
  const [now] = useState(() => new Date());
  const events = useEvents({ query: comingRange(now) });
  return (
    <Panel title="Next dates">
      <Wait
        question={events}
        loading="Loading the next dates"
        failure="The next dates could not be loaded."
        height={320}
      >
        {({ items }) => {
          const coming = items.filter((event) => !isOver(event, now));
          return coming.length === 0 ? (
            <p className={classes.nothing}>No events to come.</p>
          ) : (
            <ByDay label="Events to come" events={coming} now={now} />
          );
        }}
      </Wait>
      {/* It would move when what is above gets its height. */}
      {events.data === undefined && events.error === undefined ? null : <Past now={now} />}
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
  const events = useEvents({ query: pastRange(now) });
  return (
    <Wait question={events} loading="Loading past events" failure="The past events could not be loaded." height={160}>
      {({ items }) => {
        const past = items.filter((event) => isOver(event, now)).toReversed();
        return past.length === 0 ? (
          <p className={classes.nothing}>No past events.</p>
        ) : (
          <ByDay label="Past events" events={past} />
        );
      }}
    </Wait>
  );
}

interface ByDayProps {
  readonly label: string;
  readonly events: readonly CalendarEvent[];
  /** Events that have begun stand under this moment's day. */
  readonly now?: Date;
}

function ByDay({ label, events, now }: ByDayProps) {
  const { shown, more, showMore } = useShown(events, LISTED);
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
      {more > 0 ? (
        <Button variant="quiet" size="small" onClick={showMore}>
          Show more ({more})
        </Button>
      ) : null}
    </>
  );
}
