import type { CalendarEvent } from '@cytocomm/contract';
import { BulkBar, type BulkBarProps, DeleteChosen, problemMessage, useEach } from '@cytocomm/portal-api';
import { useDeleteEvent } from '../events/event-api.ts';

/** Properties of {@link EventBulk}. */
export interface EventBulkProps extends Pick<BulkBarProps, 'selected' | 'onSelect'> {
  /** The events that are chosen, by their ids. */
  readonly chosen: ReadonlyMap<string, CalendarEvent>;
}

const titleOf = ({ title }: CalendarEvent) => title;

/** What is done to all events that are chosen. */
export function EventBulk({ chosen, selected, onSelect }: EventBulkProps) {
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
