import { type CalendarEvent, eventDay } from '@cytocomm/contract';
import { CalendarDate } from '@cytocomm/kit';
import type { Dayjs } from '@cytocomm/kit/dashboard';
import classes from './calendar.module.css';

/** The events of the month on view, those of the day on view first among equals. */
export function MonthEvents({ date, events }: { readonly date: Dayjs; readonly events: readonly CalendarEvent[] }) {
  const day = date.format('YYYY-MM-DD');
  const inMonth = events
    .filter((event) => eventDay(event.date).startsWith(date.format('YYYY-MM')))
    .toSorted((a, b) => a.date.localeCompare(b.date));
  return (
    <div>
      <p aria-live="polite" className={classes.viewing}>
        Viewing: {date.format('dddd, MMMM D, YYYY')}
      </p>
      {inMonth.length === 0 ? (
        <p className={classes.none}>No events in {date.format('MMMM YYYY')}.</p>
      ) : (
        <ul aria-label={`Events in ${date.format('MMMM YYYY')}`} className={classes.events}>
          {inMonth.map((event) => (
            <li key={event.id} aria-current={eventDay(event.date) === day ? 'date' : undefined}>
              <span className={classes.eventDate}>
                <CalendarDate date={event.date} />
              </span>
              {event.title}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
