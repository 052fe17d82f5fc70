import type { CalendarEvent } from '@cytocomm/contract';
import { EmptyState } from '@cytocomm/kit';
import { TableSkeleton, useRowsAtOnce } from '@cytocomm/kit/dashboard';
import {
  BulkBar,
  type BulkBarProps,
  DeleteChosen,
  GridPages,
  problemMessage,
  useChosen,
  useEach,
} from '@cytocomm/portal-api';
import { useDeleteEvent, useEventPages } from '../events/event-api.ts';
import { EventFilters } from './EventFilters.tsx';
import { EventTable } from './EventTable.tsx';
import { type EventListState, eventSortOf, queryOf } from './list-state.ts';

/** Properties of {@link EventBulk}. */
interface EventBulkProps extends Pick<BulkBarProps, 'selected' | 'onSelect'> {
  /** The events that are chosen, by their ids. */
  readonly chosen: ReadonlyMap<string, CalendarEvent>;
}

const titleOf = ({ title }: CalendarEvent) => title;

/** What is done to all events that are chosen. */
function EventBulk({ chosen, selected, onSelect }: EventBulkProps) {
  const [deleteEvent] = useDeleteEvent();
  const { run, ...each } = useEach(problemMessage);
  return (
    <BulkBar label="Selected events" selected={selected} onSelect={onSelect} each={each}>
      {(state) => (
        <DeleteChosen
          {...state}
          kind="event"
          one="event"
          several="events"
          chosen={chosen}
          nameOf={titleOf}
          remove={(id) => deleteEvent({ params: { id } })}
          run={run}
          onSelect={onSelect}
        >
          They disappear from every calendar, also from those that subscribe to it. You can take this back within 30
          days.
        </DeleteChosen>
      )}
    </BulkBar>
  );
}

/** How many events are asked for at once. */
const PAGE_SIZE = 50;

/** Properties of {@link EventList}. */
export interface EventListProps {
  readonly state: EventListState;
  readonly onChange: (changed: Partial<EventListState>) => void;
  /** The address of the tool. */
  readonly path: string;
}

const keyOf = ({ id }: CalendarEvent) => id;

/** All events: searched, filtered and sorted by the server, page after page. */
export function EventList({ state, onChange, path }: EventListProps) {
  const query = useEventPages({ limit: useRowsAtOnce(PAGE_SIZE), ...queryOf(state) });
  const { chosen, selected, select } = useChosen(query, keyOf);
  const { search, when, audience, time } = state;
  const isAll = search === '' && when !== 'past' && audience === '' && time === undefined;
  return (
    <>
      <EventFilters state={state} onChange={onChange} />
      <EventBulk chosen={chosen} selected={selected} onSelect={select} />
      <GridPages
        query={query}
        pending={<TableSkeleton label="Loading events" columns={4} />}
        failed="The events could not be loaded."
        failedLater="More events could not be loaded."
      >
        {(events, busy) =>
          events.length === 0 && isAll && !busy ? (
            <EmptyState title={when === 'all' ? 'No events yet.' : 'No events to come.'}>
              Add one with New event.
            </EmptyState>
          ) : (
            <EventTable
              events={events}
              path={path}
              sort={state.sort}
              onSort={(sort) => onChange({ sort: eventSortOf(sort, when) })}
              selected={selected}
              onSelect={select}
              busy={busy}
            />
          )
        }
      </GridPages>
    </>
  );
}
