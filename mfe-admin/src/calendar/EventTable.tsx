import { type CalendarEvent, eventDay } from '@cytocomm/contract';
import { Button, CalendarDate, type DataColumn, DataTable, Dialog, toast } from '@cytocomm/kit';
import { problemMessage } from '@cytocomm/portal-api';
import { useRef, useState } from 'react';
import { AskFirst } from '../asking/AskFirst.tsx';
import { DeleteButton } from '../deleting/DeleteButton.tsx';
import classes from './calendar.module.css';
import { EventForm } from './EventForm.tsx';
import { onDay, useChangeEvent, useDeleteEvent } from './event-api.ts';

const columns: readonly DataColumn<CalendarEvent>[] = [
  { key: 'date', header: 'Date', cell: ({ date }) => <CalendarDate date={date} className="tabular" /> },
  { key: 'title', header: 'Event', rowHeader: true, cell: ({ title }) => title },
  {
    key: 'actions',
    header: 'Actions',
    kind: 'actions',
    cell: (event) => (
      <span className={classes.rowActions}>
        <EditEvent event={event} />
        <DeleteEvent event={event} />
      </span>
    ),
  },
];

/** Properties of {@link EventTable}. */
export interface EventTableProps {
  readonly caption: string;
  readonly events: readonly CalendarEvent[];
}

/** Events as they are given. */
export function EventTable({ caption, events }: EventTableProps) {
  return <DataTable caption={caption} columns={columns} rows={events} rowKey={({ id }) => id} />;
}

function EditEvent({ event }: { readonly event: CalendarEvent }) {
  const [open, setOpen] = useState(false);
  const [edited, setEdited] = useState(false);
  const [asks, setAsks] = useState(false);
  const firstField = useRef<HTMLInputElement>(null);
  const [change] = useChangeEvent();
  const begin = () => {
    setEdited(false);
    setOpen(true);
  };
  const close = () => {
    setAsks(false);
    setOpen(false);
  };
  const leave = edited ? () => setAsks(true) : close;
  const save = async (title: string, date: string): Promise<boolean> => {
    // The time of day is the event's own: it changes only with the day.
    const changed = {
      ...(title !== event.title && { title }),
      ...(date !== eventDay(event.date) && { date: onDay(event, date) }),
    };
    if (Object.keys(changed).length === 0) {
      close();
      return true;
    }
    const { error } = await change({ params: { id: event.id }, body: changed });
    if (error) {
      toast.error(`The event was not changed. ${problemMessage(error)}`);
      return false;
    }
    toast.success('Event changed');
    close();
    return true;
  };
  return (
    <>
      <Button variant="quiet" size="small" icon="edit" aria-label={`Edit ${event.title}`} onClick={begin}>
        Edit
      </Button>
      <Dialog open={open} onClose={leave} title="Edit event" initialFocus={firstField}>
        <EventForm
          label="Edit event"
          submitLabel="Save"
          initial={{ title: event.title, day: eventDay(event.date) }}
          onSubmit={save}
          onCancel={leave}
          onEdited={setEdited}
          firstField={firstField}
        />
      </Dialog>
      <AskFirst
        open={asks}
        question="Discard what you changed?"
        confirmLabel="Discard it"
        cancelLabel="Keep editing"
        isLoss
        onCancel={() => setAsks(false)}
        onConfirm={close}
      >
        <p>The changes to “{event.title}” are not saved. Nothing keeps them.</p>
      </AskFirst>
    </>
  );
}

function DeleteEvent({ event: { id, title } }: { readonly event: CalendarEvent }) {
  const [deleteEvent] = useDeleteEvent();
  const onDelete = async () => {
    const { error } = await deleteEvent({ params: { id } });
    if (error) toast.error(`“${title}” was not deleted. ${problemMessage(error)}`);
    else toast.success('Event deleted');
  };
  return (
    <DeleteButton name={title} question="Delete this event?" confirmLabel="Delete event" onDelete={onDelete}>
      “{title}” disappears from every calendar, also from those that subscribe to it.
    </DeleteButton>
  );
}
