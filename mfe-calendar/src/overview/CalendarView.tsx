import type { CalendarEvent } from '@cytocomm/contract';
import { Button } from '@cytocomm/kit';
import { DateCalendar, type Dayjs, ownZone } from '@cytocomm/kit/dashboard';
import { useMemo, useRef } from 'react';
import { eventsByDay } from '../events/event-days.ts';
import classes from './overview.module.css';
import { describe, FIRST_DATE, LAST_DATE, type Level, nearer, step, type Tile, tilesOf, wider } from './zoom.ts';

/** Where the calendar stands. */
export interface View {
  readonly date: Dayjs;
  readonly level: Level;
}

/** Properties of {@link CalendarView}. */
export interface CalendarViewProps {
  readonly view: View;
  readonly events: readonly CalendarEvent[];
  readonly onView: (view: View) => void;
}

/** A calendar to look at: no day can be chosen, but one can go out to the year, the decade and the century, and back. */
export function CalendarView({ view, events, onView }: CalendarViewProps) {
  const { date, level } = view;
  const label = describe(date, level);
  const title = useRef<HTMLButtonElement>(null);
  const isWidest = level === 'century';
  const goTo = (tile: Tile) => {
    onView({ date: tile.date, level: nearer(level) });
    // The tile is gone by then.
    title.current?.focus();
  };
  return (
    <div className={classes.calendar}>
      <div className={classes.bar}>
        <Button
          variant="quiet"
          size="small"
          icon="chevron-left"
          aria-label={`Previous ${level}`}
          onClick={() => onView({ level, date: step(date, level, -1) })}
        />
        <Button
          variant="quiet"
          size="small"
          ref={title}
          aria-disabled={isWidest}
          aria-label={isWidest ? label : `${label}, show the ${wider(level)}`}
          onClick={() => onView({ date, level: wider(level) })}
          className={classes.title}
        >
          {label}
        </Button>
        <Button
          variant="quiet"
          size="small"
          icon="chevron-right"
          aria-label={`Next ${level}`}
          onClick={() => onView({ level, date: step(date, level, 1) })}
        />
      </div>
      {level === 'month' ? (
        <Days date={date} events={events} />
      ) : (
        <Tiles label={label} tiles={tilesOf(date, level)} onTile={goTo} />
      )}
    </div>
  );
}

// The bar above is the calendar's header; what is left of MUI's own is the name of its grid.
function GridName({ labelId, currentMonth }: { readonly labelId?: string; readonly currentMonth: Dayjs }) {
  return (
    <span id={labelId} className="visually-hidden">
      {currentMonth.format('MMMM YYYY')}
    </span>
  );
}

const everyDay = () => true;

function Days({ date, events }: { readonly date: Dayjs; readonly events: readonly CalendarEvent[] }) {
  const markedDays = useMemo(() => new Set(eventsByDay(events, ownZone()).keys()), [events]);
  return (
    <DateCalendar
      key={date.format('YYYY-MM')}
      value={null}
      referenceDate={date}
      views={['day']}
      minDate={FIRST_DATE}
      maxDate={LAST_DATE}
      shouldDisableDate={everyDay}
      reduceAnimations
      markedDays={markedDays}
      slots={{ calendarHeader: GridName }}
      className={classes.days ?? ''}
    />
  );
}

interface TilesProps {
  readonly label: string;
  readonly tiles: readonly Tile[];
  readonly onTile: (tile: Tile) => void;
}

function Tiles({ label, tiles, onTile }: TilesProps) {
  return (
    <ul aria-label={label} className={classes.tiles}>
      {tiles.map((tile) => (
        <li key={tile.label}>
          <Button
            variant="quiet"
            size="small"
            wide
            aria-current={tile.now ? 'date' : undefined}
            onClick={() => onTile(tile)}
            className={classes.tile}
          >
            {tile.label}
          </Button>
        </li>
      ))}
    </ul>
  );
}
