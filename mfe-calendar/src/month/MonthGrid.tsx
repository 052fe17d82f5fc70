import type { CalendarEvent } from '@cytocomm/contract';
import { classNames } from '@cytocomm/kit';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { addDays, addMonths, type Day, describeDay, monthOf, numberOf, weekStart, weeksOf } from '../days/days.ts';
import classes from './month.module.css';

/** Properties of {@link MonthGrid}. */
export interface MonthGridProps {
  /** The day that has the focus; its month is the one on view. */
  readonly day: Day;
  readonly today: Day;
  readonly eventsOn: (day: Day) => readonly CalendarEvent[];
  readonly onDay: (day: Day) => void;
  /** Names the grid. */
  readonly labelledBy: string;
}

const SHOWN_PER_DAY = 2;
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
export function MonthGrid({ day, today, eventsOn, onDay, labelledBy }: MonthGridProps) {
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
  const more = events.length - SHOWN_PER_DAY;
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
          {events.slice(0, SHOWN_PER_DAY).map(({ id, title }) => (
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
