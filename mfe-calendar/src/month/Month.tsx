import type { CalendarEvent } from '@cytocomm/contract';
import { Button } from '@cytocomm/kit';
import { ownZone, Panel } from '@cytocomm/kit/dashboard';
import { ShowMore } from '@cytocomm/portal-api';
import { type ReactNode, useId, useMemo, useState } from 'react';
import { addMonths, type Day, describeDay, describeMonth, monthOf, rangeOf, today } from '../days/days.ts';
import { EventLine } from '../events/EventLine.tsx';
import { useEvents } from '../events/event-api.ts';
import { eventsByDay, firstDayOf } from '../events/event-days.ts';
import { useShown } from '../events/use-shown.ts';
import { Wait } from '../events/Wait.tsx';
import { MonthGrid } from './MonthGrid.tsx';
import classes from './month.module.css';

/** How many events of a day are listed at first. */
const LISTED = 20;
const GRID_HEIGHT = 540;
const GRID_HEIGHT_ON_A_PHONE = 374;

/** Properties of {@link Month}. */
export interface MonthProps {
  readonly actions?: ReactNode;
  /** The event that was asked for: its day is shown. */
  readonly named: CalendarEvent | undefined;
  /** The navigation that asked for it: the next one shows its day again. */
  readonly navigation: string;
}

/** The month: a grid of days with the titles of their events, and the whole of one day below. */
export function Month({ actions, named, navigation }: MonthProps) {
  const [day, setDay] = useState(today);
  const [shown, setShown] = useState<string | undefined>();
  const asked = named && `${named.id} ${navigation}`;
  if (shown !== asked) {
    setShown(asked);
    if (named) setDay(firstDayOf(named, ownZone()));
  }
  const events = useEvents({ query: rangeOf(monthOf(day)) });
  return (
    <Panel
      title="Calendar"
      actions={
        <>
          {actions}
          <Steps day={day} onDay={setDay} />
        </>
      }
    >
      <Wait
        question={events}
        loading="Loading the calendar"
        failure="The calendar could not be loaded."
        height={GRID_HEIGHT}
        phoneHeight={GRID_HEIGHT_ON_A_PHONE}
      >
        {({ items }) => <Days items={items} day={day} onDay={setDay} namedId={named?.id} />}
      </Wait>
    </Panel>
  );
}

function Steps({ day, onDay }: { readonly day: Day; readonly onDay: (day: Day) => void }) {
  return (
    <span className={classes.steps}>
      <Button
        variant="quiet"
        size="small"
        icon="chevron-left"
        aria-label="Previous month"
        onClick={() => onDay(addMonths(day, -1))}
      />
      <Button variant="secondary" size="small" onClick={() => onDay(today())}>
        Today
      </Button>
      <Button
        variant="quiet"
        size="small"
        icon="chevron-right"
        aria-label="Next month"
        onClick={() => onDay(addMonths(day, 1))}
      />
    </span>
  );
}

interface DaysProps {
  readonly items: readonly CalendarEvent[];
  readonly day: Day;
  readonly onDay: (day: Day) => void;
  readonly namedId: string | undefined;
}

function Days({ items, day, onDay, namedId }: DaysProps) {
  const titleId = useId();
  const byDay = useMemo(() => eventsByDay(items, ownZone()), [items]);
  const eventsOn = (each: Day) => byDay.get(each) ?? [];
  return (
    <>
      <h4 id={titleId} aria-live="polite" className={classes.month}>
        {describeMonth(monthOf(day))}
      </h4>
      <MonthGrid day={day} today={today()} eventsOn={eventsOn} onDay={onDay} labelledBy={titleId} />
      <DayDetails key={day} day={day} events={eventsOn(day)} namedId={namedId} />
    </>
  );
}

interface DayDetailsProps {
  readonly day: Day;
  readonly events: readonly CalendarEvent[];
  readonly namedId: string | undefined;
}

function DayDetails({ day, events, namedId }: DayDetailsProps) {
  // The event that was asked for stands first: it may be beyond those that are listed.
  const ordered = events.toSorted((a, b) => Number(b.id === namedId) - Number(a.id === namedId));
  const { shown, more, showMore } = useShown(ordered, LISTED);
  return (
    <div className={classes.details}>
      <h4>{describeDay(day)}</h4>
      {events.length === 0 ? (
        <p>No events on this day.</p>
      ) : (
        <ul className={classes.detailList}>
          {shown.map((event) => (
            <li key={event.id} aria-current={event.id === namedId ? 'true' : undefined}>
              <EventLine event={event} />
            </li>
          ))}
        </ul>
      )}
      {more > 0 ? (
        <ShowMore variant="quiet" onClick={showMore}>
          Show more ({more})
        </ShowMore>
      ) : null}
    </div>
  );
}
