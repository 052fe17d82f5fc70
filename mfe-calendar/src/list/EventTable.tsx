import type { CalendarEvent } from '@cytocomm/contract';
import { ButtonLink, VisuallyHidden } from '@cytocomm/kit';
import { DataGrid, type DataGridProps, type GridColumn } from '@cytocomm/kit/dashboard';
import { Times, Whereabouts } from '../events/EventLine.tsx';
import { audienceWords } from '../form/WhoFields.tsx';
import { DeleteEvent } from './DeleteEvent.tsx';
import classes from './list.module.css';

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
