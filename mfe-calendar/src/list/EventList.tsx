import type { CalendarEvent } from '@cytocomm/contract';
import { EmptyState } from '@cytocomm/kit';
import { TableSkeleton, useRowsAtOnce } from '@cytocomm/kit/dashboard';
import {
  BulkBar,
  type BulkBarProps,
  ChoiceField,
  DeleteChosen,
  FilterBar,
  GridPages,
  problemMessage,
  SearchField,
  useChosen,
  useEach,
} from '@cytocomm/portal-api';
import { roleLabel } from '@cytocomm/session';
import { useDeleteEvent, useEventPages } from '../events/event-api.ts';
import { useAudienceRoles } from '../form/WhoFields.tsx';
import { EventTable } from './EventTable.tsx';
import {
  defaultSortOf,
  type EventListState,
  eventSortOf,
  queryOf,
  TIMES,
  WHENS,
  type WhenChoice,
} from './list-state.ts';

/** Properties of {@link EventFilters}. */
interface EventFiltersProps {
  readonly state: EventListState;
  readonly onChange: (changed: Partial<EventListState>) => void;
}

const AUDIENCES = [
  { value: 'public', label: 'Public' },
  { value: 'signed_in', label: 'Everybody signed in' },
];

/** The search field and the filters of the list. */
function EventFilters({ state, onChange }: EventFiltersProps) {
  const { search, when, audience, time } = state;
  const fixed = AUDIENCES.map(({ value }) => value);
  // An address may name a role that is no more.
  const roles = [...new Set([...useAudienceRoles(), audience])].filter((role) => role !== '' && !fixed.includes(role));
  const changeWhen = (chosen: WhenChoice) => onChange({ when: chosen, sort: defaultSortOf(chosen) });
  return (
    <FilterBar>
      <SearchField
        byWords
        label="Search events"
        hideLabel
        maxLength={200}
        placeholder="Part of a title or place"
        value={search}
        onSearch={(text) => onChange({ search: text })}
      />
      <ChoiceField
        label="When events are"
        hideLabel
        value={when === 'upcoming' ? undefined : when}
        all="To come"
        choices={WHENS}
        onChange={(chosen) => changeWhen(chosen ?? 'upcoming')}
      />
      <ChoiceField
        label="Whom events are for"
        hideLabel
        value={audience === '' ? undefined : audience}
        all="For anybody"
        choices={[...AUDIENCES, ...roles.map((role) => ({ value: role, label: roleLabel(role) }))]}
        onChange={(chosen = '') => onChange({ audience: chosen })}
      />
      <ChoiceField
        label="How long events are"
        hideLabel
        value={time}
        all="Days and times"
        choices={TIMES}
        onChange={(chosen) => onChange({ time: chosen })}
      />
    </FilterBar>
  );
}

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
