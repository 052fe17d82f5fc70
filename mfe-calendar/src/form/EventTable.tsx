import type { CalendarEvent } from '@cytocomm/contract';
import { Button, ButtonLink, type DataColumn, DataTable, toast } from '@cytocomm/kit';
import { DeleteButton, useRowsAtOnce } from '@cytocomm/kit/dashboard';
import { problemMessage, useDeletionToast } from '@cytocomm/portal-api';
import { Times, Whereabouts } from '../events/EventLine.tsx';
import { useDeleteEvent } from '../events/event-api.ts';
import { useShown } from '../events/use-shown.ts';
import classes from './form.module.css';
import { audienceWords } from './WhoFields.tsx';

/** How many events are listed at first. */
const LISTED = 20;

/** Properties of {@link EventTable}. */
export interface EventTableProps {
  readonly caption: string;
  readonly events: readonly CalendarEvent[];
  /** The address of the tool, below which each event has its form. */
  readonly path: string;
}

/** Events as they are given, each with what an admin does with it. */
export function EventTable({ caption, events, path }: EventTableProps) {
  const { shown, more, showMore } = useShown(events, useRowsAtOnce(LISTED));
  const columns: readonly DataColumn<CalendarEvent>[] = [
    { key: 'date', header: 'Date', cell: (event) => <Times event={event} /> },
    {
      key: 'title',
      header: 'Event',
      rowHeader: true,
      cell: (event) => (
        <>
          <span className={classes.title}>{event.title}</span>
          <Whereabouts event={event} />
        </>
      ),
    },
    { key: 'audience', header: 'Who sees it', cell: ({ audience }) => audienceWords(audience) },
    {
      key: 'actions',
      header: 'Actions',
      kind: 'actions',
      cell: (event) => (
        <span className={classes.rowActions}>
          <ButtonLink
            variant="quiet"
            size="small"
            icon="edit"
            to={`${path}/${event.id}/edit`}
            aria-label={`Edit ${event.title}`}
          >
            Edit
          </ButtonLink>
          <DeleteEvent event={event} />
        </span>
      ),
    },
  ];
  return (
    <>
      <DataTable caption={caption} columns={columns} rows={shown} rowKey={({ id }) => id} />
      {more > 0 ? (
        <Button variant="quiet" size="small" onClick={showMore}>
          Show more ({more})
        </Button>
      ) : null}
    </>
  );
}

function DeleteEvent({ event: { id, title } }: { readonly event: CalendarEvent }) {
  const [deleteEvent] = useDeleteEvent();
  const tellDeleted = useDeletionToast();
  const onDelete = async () => {
    const { error } = await deleteEvent({ params: { id } });
    if (error) toast.error(`“${title}” was not deleted. ${problemMessage(error)}`);
    else tellDeleted('Event deleted', { kind: 'event', id, title });
  };
  return (
    <DeleteButton name={title} question="Delete this event?" confirmLabel="Delete event" onDelete={onDelete}>
      “{title}” disappears from every calendar, also from those that subscribe to it. You can take this back within 30
      days.
    </DeleteButton>
  );
}
