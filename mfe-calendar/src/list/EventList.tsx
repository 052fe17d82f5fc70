import type { CalendarEvent } from '@cytocomm/contract';
import { EmptyState } from '@cytocomm/kit';
import { TableSkeleton, useRowsAtOnce } from '@cytocomm/kit/dashboard';
import { GridPages, useChosen } from '@cytocomm/portal-api';
import { useEventPages } from '../events/event-api.ts';
import { EventBulk } from './EventBulk.tsx';
import { EventFilters } from './EventFilters.tsx';
import { EventTable } from './EventTable.tsx';
import { type EventListState, eventSortOf, queryOf } from './list-state.ts';

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
