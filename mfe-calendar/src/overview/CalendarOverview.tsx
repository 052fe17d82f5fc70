import type { CalendarEvent } from '@cytocomm/contract';
import { type Dayjs, dayjs, ownZone, Panel } from '@cytocomm/kit/dashboard';
import { ShowMore } from '@cytocomm/portal-api';
import { useState } from 'react';
import { rangeOf } from '../days/days.ts';
import { Times } from '../events/EventLine.tsx';
import { useEvents } from '../events/event-api.ts';
import { eventsByDay } from '../events/event-days.ts';
import { useShown } from '../events/use-shown.ts';
import { Wait } from '../events/Wait.tsx';
import { CalendarView, type View } from './CalendarView.tsx';
import classes from './overview.module.css';

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
