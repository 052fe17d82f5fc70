import type { CalendarEvent } from '@cytocomm/contract';
import { useEvents } from './event-api.ts';

/** What is known of the event that an address names. */
interface NamedEvent {
  /** Undefined until it is here, and where none is named. */
  readonly event: CalendarEvent | undefined;
  /** None of the events that the reader may see has this id. */
  readonly isUnknown: boolean;
}

/** Returns the event of an id, of those that the reader may see; nothing of an empty id. */
export function useNamedEvent(id: string): NamedEvent {
  const { data } = useEvents({}, { skip: id === '' });
  if (id === '' || data === undefined) return { event: undefined, isUnknown: false };
  const event = data.items.find((each) => each.id === id);
  return { event, isUnknown: event === undefined };
}
