import type { CalendarEvent } from '@cytocomm/contract';
import { Button, classNames } from '@cytocomm/kit';
import { ownZone, Panel } from '@cytocomm/kit/dashboard';
import { ShowMore } from '@cytocomm/portal-api';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import {
  addDays,
  addMonths,
  type Day,
  describeDay,
  describeMonth,
  monthOf,
  numberOf,
  rangeOf,
  today,
  weekStart,
  weeksOf,
} from '../days/days.ts';
import { EventLine, Wait } from '../events/EventLine.tsx';
import { useEvents } from '../events/event-api.ts';
import { eventsByDay, firstDayOf, useShown } from '../events/event-days.ts';
import classes from './month.module.css';

/** Properties of {@link MonthGrid}. */
interface MonthGridProps {
  /** The day that has the focus; its month is the one on view. */
  readonly day: Day;
  readonly today: Day;
  readonly eventsOn: (day: Day) => readonly CalendarEvent[];
  readonly onDay: (day: Day) => void;
  /** Names the grid. */
  readonly labelledBy: string;
}

const MAX_TITLES_PER_DAY = 2;
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

const moves: Readonly<Record<string, (day: Day) => Day>> = {
  ArrowLeft: (day) => addDays(day, -1),
  ArrowRight: (day) => addDays(day, 1),
  ArrowUp: (day) => addDays(day, -7),
  ArrowDown: (day) => addDays(day, 7),
  Home: weekStart,
  End: (day) => addDays(weekStart(day), 6),
  PageUp: (day) => addMonths(day, -1),
  PageDown: (day) => addMonths(day, 1),
};

/** A month as a grid of days with their events. Arrows, Home, End, Page Up and Page Down move from day to day. */
function MonthGrid({ day, today, eventsOn, onDay, labelledBy }: MonthGridProps) {
  const grid = useRef<HTMLTableElement>(null);
  const movedByKey = useRef(false);

  // The focus follows the keys, also into a month that was not there before; never anything else.
  useEffect(() => {
    if (!movedByKey.current) return;
    movedByKey.current = false;
    grid.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus();
  }, [day]);

  const onKeyDown = (event: KeyboardEvent) => {
    const move = moves[event.key];
    if (!move || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    movedByKey.current = true;
    onDay(move(day));
  };

  return (
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table of days that keys move through is a grid
    <table ref={grid} role="grid" aria-labelledby={labelledBy} className={classes.grid} onKeyDown={onKeyDown}>
      <thead>
        <tr>
          {weekdays.map((weekday) => (
            <th key={weekday} scope="col" abbr={weekday}>
              {weekday.slice(0, 3)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(monthOf(day)).map((week) => (
          <tr key={week[0]}>
            {week.map((each) => (
              <DayCell
                key={each}
                day={each}
                outside={monthOf(each) !== monthOf(day)}
                isToday={each === today}
                chosen={each === day}
                events={eventsOn(each)}
                onChoose={() => onDay(each)}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface DayCellProps {
  readonly day: Day;
  readonly outside: boolean;
  readonly isToday: boolean;
  readonly chosen: boolean;
  readonly events: readonly CalendarEvent[];
  readonly onChoose: () => void;
}

function DayCell({ day, outside, isToday, chosen, events, onChoose }: DayCellProps) {
  const more = events.length - MAX_TITLES_PER_DAY;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the grid's
    <td
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell of the grid above
      role="gridcell"
      data-day={day}
      tabIndex={chosen ? 0 : -1}
      aria-selected={chosen}
      aria-current={isToday ? 'date' : undefined}
      className={classNames(classes.day, outside && classes.outside)}
      onClick={onChoose}
    >
      <span className="visually-hidden">{describeDay(day)}</span>
      <span aria-hidden="true" className={classes.number}>
        {numberOf(day)}
      </span>
      {events.length > 0 ? (
        <ul className={classes.titles}>
          {events.slice(0, MAX_TITLES_PER_DAY).map(({ id, title }) => (
            <li key={id} title={title}>
              {title}
            </li>
          ))}
          {more > 0 ? <li className={classes.more}>{more} more</li> : null}
        </ul>
      ) : null}
    </td>
  );
}

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
  const request = named && `${named.id} ${navigation}`;
  if (shown !== request) {
    setShown(request);
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
