import { eventDay } from '@cytocomm/contract';
import { EmptyState, toast } from '@cytocomm/kit';
import { Panel, TableSkeleton } from '@cytocomm/kit/dashboard';
import { problemMessage, QueryFailure } from '@cytocomm/portal-api';
import { useState } from 'react';
import classes from '../calendar/calendar.module.css';
import { EventForm } from '../calendar/EventForm.tsx';
import { EventTable } from '../calendar/EventTable.tsx';
import { useAddEvent, useEvents } from '../calendar/event-api.ts';

const nothing = { title: '', day: '' };

/** The calendar's events: add, change and delete them. The month itself stands in the calendar panel. */
export default function Events() {
  const [add] = useAddEvent();
  const addEvent = async (title: string, date: string): Promise<boolean> => {
    const { error } = await add({ body: { title, date } });
    if (error) toast.error(`The event was not added. ${problemMessage(error)}`);
    else toast.success('Event added');
    return !error;
  };
  return (
    <Panel title="Events" lead="Dates that everybody signed in sees in the calendar.">
      <EventForm label="Add an event" submitLabel="Add Event" initial={nothing} onSubmit={addEvent} />
      <EventList />
    </Panel>
  );
}

function EventList() {
  const { data, error, isFetching, refetch } = useEvents();
  // The day this block was opened: a list does not jump at midnight.
  const [today] = useState(() => new Date().toISOString().slice(0, 10));
  if (!data) {
    return error ? (
      <QueryFailure
        title="The events could not be loaded."
        error={error}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    ) : (
      <TableSkeleton label="Loading events" columns={3} rows={3} />
    );
  }
  const ordered = data.items.toSorted((a, b) => a.date.localeCompare(b.date));
  const coming = ordered.filter((event) => eventDay(event.date) >= today);
  const past = ordered.filter((event) => eventDay(event.date) < today).toReversed();
  return (
    <>
      {coming.length === 0 ? (
        <EmptyState title="No events to come.">Add one with the form above.</EmptyState>
      ) : (
        <EventTable caption="Events to come" events={coming} />
      )}
      {past.length > 0 ? (
        <details className={classes.past}>
          <summary>Past events ({past.length})</summary>
          <EventTable caption="Past events" events={past} />
        </details>
      ) : null}
    </>
  );
}
