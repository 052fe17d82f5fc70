import { type CalendarEvent, eventDay, type SectionProps } from '@cytocomm/contract';
import { Button, Skeleton, SkeletonGroup } from '@cytocomm/kit';
import { Panel } from '@cytocomm/kit/dashboard';
import { QueryFailure } from '@cytocomm/portal-api';
import { useSession } from '@cytocomm/session';
import { useId, useState } from 'react';
import { AddEventForm } from '../calendar/AddEventForm.tsx';
import classes from '../calendar/calendar.module.css';
import { addMonths, type Day, describeDay, describeMonth, monthOf, today } from '../calendar/days.ts';
import { useEvents } from '../calendar/event-api.ts';
import { MonthGrid } from '../calendar/MonthGrid.tsx';

/** The calendar panel that everybody signed in has: a month of days with their events. Admins may add some. */
export default function Calendar({ activeRole, preview }: SectionProps) {
  const isAdmin = useSession(({ roles }) => roles.includes('admin'));
  const [day, setDay] = useState(today);
  // In the Admin Panel the form has a block of its own, with changing and deleting.
  const withForm = isAdmin && !preview && activeRole !== 'admin';
  return (
    <Panel title="Calendar" actions={<Steps day={day} onDay={setDay} />}>
      <Month day={day} onDay={setDay} />
      {withForm ? <AddEventForm onAdded={setDay} /> : null}
    </Panel>
  );
}

function Steps({ day, onDay }: { readonly day: Day; readonly onDay: (day: Day) => void }) {
  return (
    <>
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
    </>
  );
}

function Month({ day, onDay }: { readonly day: Day; readonly onDay: (day: Day) => void }) {
  const { data, error, isFetching, refetch } = useEvents();
  const titleId = useId();
  if (!data) {
    return error ? (
      <QueryFailure
        title="The calendar could not be loaded."
        error={error}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    ) : (
      <SkeletonGroup label="Loading the calendar" className={classes.loading}>
        <Skeleton shape="block" className={classes.loadingGrid} />
      </SkeletonGroup>
    );
  }
  const events = Map.groupBy(data.items, ({ date }): Day => eventDay(date));
  const eventsOn = (each: Day) => events.get(each) ?? [];
  return (
    <>
      <h4 id={titleId} aria-live="polite" className={classes.month}>
        {describeMonth(monthOf(day))}
      </h4>
      <MonthGrid day={day} today={today()} eventsOn={eventsOn} onDay={onDay} labelledBy={titleId} />
      <DayDetails day={day} events={eventsOn(day)} />
    </>
  );
}

function DayDetails({ day, events }: { readonly day: Day; readonly events: readonly CalendarEvent[] }) {
  return (
    <div className={classes.details}>
      <h4>{describeDay(day)}</h4>
      {events.length === 0 ? (
        <p>No events on this day.</p>
      ) : (
        <ul className={classes.detailList}>
          {events.map(({ id, title }) => (
            <li key={id}>{title}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
