import type { CalendarEvent } from '@cytocomm/contract';
import { Button } from '@cytocomm/kit';
import { DateCalendar, type Dayjs, dayjs, ownZone, Panel } from '@cytocomm/kit/dashboard';
import { ShowMore } from '@cytocomm/portal-api';
import { useMemo, useRef, useState } from 'react';
import { rangeOf } from '../days/days.ts';
import { Times, Wait } from '../events/EventLine.tsx';
import { useEvents } from '../events/event-api.ts';
import { eventsByDay, useShown } from '../events/event-days.ts';
import classes from './overview.module.css';

/** How much the calendar shows at once, from near to far. */
const levels = ['month', 'year', 'decade', 'century'] as const;
/** How much the calendar shows at once. */
type Level = (typeof levels)[number];

/** Years that one step of a level spans. */
const yearsOf: Readonly<Record<Level, number>> = { month: 0, year: 1, decade: 10, century: 100 };

/** Returns the level that shows more; the century shows the most. */
const wider = (level: Level): Level => levels[levels.indexOf(level) + 1] ?? 'century';
/** Returns the level that shows less; the month shows the least. */
const nearer = (level: Level): Level => levels[levels.indexOf(level) - 1] ?? 'month';

/** Returns the first year of the decade or century that a date lies in. */
const startOf = (date: Dayjs, level: Level): number => Math.floor(date.year() / yearsOf[level]) * yearsOf[level];

/** The first and the last date that an event can have. */
const [FIRST_DATE, LAST_DATE] = [dayjs('1000-01-01'), dayjs('9999-12-31')];

/** Returns the same place one step earlier or later; the same one at the end of the calendar. */
function step(date: Dayjs, level: Level, count: 1 | -1): Dayjs {
  const target = level === 'month' ? date.add(count, 'month') : date.add(count * yearsOf[level], 'year');
  return target.isBefore(FIRST_DATE) || target.isAfter(LAST_DATE) ? date : target;
}

/** Returns what a level shows: `November 2026`, `2026`, `2020 – 2029`, `2000 – 2099`. */
function describe(date: Dayjs, level: Level): string {
  if (level === 'month') return date.format('MMMM YYYY');
  if (level === 'year') return date.format('YYYY');
  const start = startOf(date, level);
  return `${start} – ${start + yearsOf[level] - 1}`;
}

/** One part that a level is made of, and the date that leads into it. */
interface Tile {
  readonly label: string;
  readonly date: Dayjs;
  /** The present moment lies in it. */
  readonly now: boolean;
}

/** Returns the parts of a level: the months of a year, the years of a decade, the decades of a century. */
function tilesOf(date: Dayjs, level: Exclude<Level, 'month'>, now = dayjs()): Tile[] {
  if (level === 'year') {
    return Array.from({ length: 12 }, (_, month) => {
      // The day stays where the month has it, as it does when stepping.
      const target = date.month(month);
      return { label: target.format('MMMM'), date: target, now: target.isSame(now, 'month') };
    });
  }
  const part = yearsOf[nearer(level)];
  const start = startOf(date, level);
  return Array.from({ length: 10 }, (_, index) => {
    const first = start + index * part;
    const target = date.year(first + (level === 'century' ? date.year() % 10 : 0));
    const label = part === 1 ? String(first) : `${first} – ${first + part - 1}`;
    return { label, date: target, now: now.year() >= first && now.year() < first + part };
  });
}

/** Where the calendar stands. */
interface View {
  readonly date: Dayjs;
  readonly level: Level;
}

/** Properties of {@link CalendarView}. */
interface CalendarViewProps {
  readonly view: View;
  readonly events: readonly CalendarEvent[];
  readonly onView: (view: View) => void;
}

/** A calendar to look at: no day can be chosen, but one can go out to the year, the decade and the century, and back. */
function CalendarView({ view, events, onView }: CalendarViewProps) {
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

/** How many events of a month are listed at first. */
const LISTED = 5;

/** The day on view, and the events of its month. */
function MonthEvents({ date, events }: { readonly date: Dayjs; readonly events: readonly CalendarEvent[] }) {
  const month = date.format('YYYY-MM');
  const day = date.format('YYYY-MM-DD');
  const byDay = eventsByDay(events, ownZone());
  const onDays = [...byDay].filter(([each]) => each.startsWith(month)).flatMap(([, onDay]) => onDay);
  const inMonth = [...new Set(onDays)].toSorted((a, b) => a.date.localeCompare(b.date));
  const { shown, more, showMore } = useShown(inMonth, LISTED);
  return (
    <div>
      <p aria-live="polite" className={classes.viewing}>
        Viewing: {date.format('dddd, MMMM D, YYYY')}
      </p>
      {inMonth.length === 0 ? (
        <p className={classes.none}>No events in {date.format('MMMM YYYY')}.</p>
      ) : (
        <ul aria-label={`Events in ${date.format('MMMM YYYY')}`} className={classes.events}>
          {shown.map((event) => (
            <li key={event.id} aria-current={byDay.get(day)?.includes(event) ? 'date' : undefined}>
              <Times event={event} />
              {event.title}
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

/** The calendar to look at, with the events of the month on view. */
export function CalendarOverview() {
  const [view, setView] = useState<View>(() => ({ date: dayjs().startOf('day'), level: 'month' }));
  const events = useEvents({ query: rangeOf(view.date.format('YYYY-MM')) });
  return (
    <Panel title="Calendar Overview">
      <Wait question={events} loading="Loading the calendar" failure="The calendar could not be loaded." height={352}>
        {({ items }) => (
          <div className={classes.layout}>
            <CalendarView view={view} events={items} onView={setView} />
            <MonthEvents date={view.date} events={items} />
          </div>
        )}
      </Wait>
    </Panel>
  );
}
