import type { CalendarEvent } from '@cytocomm/contract';
import { ButtonLink, toast, VisuallyHidden } from '@cytocomm/kit';
import { DataGrid, type DataGridProps, DeleteButton, type GridColumn } from '@cytocomm/kit/dashboard';
import { problemMessage, useDeletionToast } from '@cytocomm/portal-api';
import { Times, Whereabouts } from '../events/EventLine.tsx';
import { useDeleteEvent } from '../events/event-api.ts';
import { audienceWords } from '../form/WhoFields.tsx';
import classes from './list.module.css';

/** Deletes an event, after asking, with Undo. */
function DeleteEvent({ event: { id, title } }: { readonly event: CalendarEvent }) {
  const [deleteEvent] = useDeleteEvent();
  const tellDeleted = useDeletionToast();
  const onDelete = async () => {
    const { error } = await deleteEvent({ params: { id } });
    if (error) toast.error(`“${title}” was not deleted. ${problemMessage(error)}`);
    else tellDeleted('Event deleted', { kind: 'event', id, title });
  };
  return (
    <DeleteButton iconOnly name={title} question="Delete this event?" confirmLabel="Delete event" onDelete={onDelete}>
      “{title}” disappears from every calendar, also from those that subscribe to it. You can take this back within 30
      days.
    </DeleteButton>
  );
}

const columnsOf = (path: string): readonly GridColumn<CalendarEvent>[] => [
  {
    key: 'title',
    header: 'Event',
    rowHeader: true,
    sortable: true,
    width: 220,
    grow: 2,
    cell: (event) => (
      <span className={classes.what}>
        <span className={classes.title}>{event.title}</span>
        <Whereabouts event={event} />
      </span>
    ),
  },
  {
    key: 'date',
    header: 'Date',
    sortable: 'time',
    width: 240,
    grow: 3,
    cell: (event) => <Times event={event} />,
  },
  { key: 'audience', header: 'Who sees it', width: 184, cell: audienceWords },
  {
    key: 'actions',
    header: 'Actions',
    actions: true,
    grow: 0,
    width: 100,
    cell: (event) => (
      <span className={classes.rowActions}>
        <ButtonLink
          variant="quiet"
          size="small"
          icon="edit"
          to={`${path}/${event.id}/edit`}
          aria-label={`Edit ${event.title}`}
        >
          <VisuallyHidden>Edit</VisuallyHidden>
        </ButtonLink>
        <DeleteEvent event={event} />
      </span>
    ),
  },
];

/** Properties of {@link EventTable}. */
export interface EventTableProps
  extends Pick<DataGridProps<CalendarEvent>, 'sort' | 'onSort' | 'selected' | 'onSelect' | 'busy'> {
  readonly events: readonly CalendarEvent[];
  /** The address of the tool, below which each event has its form. */
  readonly path: string;
}

/** Events, each with what an admin does with it. */
export function EventTable({ events, path, ...grid }: EventTableProps) {
  return (
    <DataGrid
      {...grid}
      caption="Events"
      columns={columnsOf(path)}
      rows={events}
      rowKey={({ id }) => id}
      rowName={({ title }) => title}
      empty={<p className={classes.none}>No events found.</p>}
      viewKey="events"
    />
  );
}
