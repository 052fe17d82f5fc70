import type { CalendarEvent } from '@cytocomm/contract';
import { useState } from 'react';
import { comingRange, pastRange } from '../days/days.ts';
import { useEvents } from './event-api.ts';

/** What is known of the event that an address names. */
interface NamedEvent {
  /** Undefined until it is here, and where none is named. */
  readonly event: CalendarEvent | undefined;
  /** None of the events that the reader may see has this id. */
  readonly isUnknown: boolean;
  /** Why it could not be looked for, and what tries again; undefined while nothing failed. */
  readonly failure: { readonly error: unknown; readonly retry: () => void; readonly isRetrying: boolean } | undefined;
}

const NOTHING: NamedEvent = { event: undefined, isUnknown: false, failure: undefined };

/**
 * Returns the event of an id, of those that the reader may see; nothing of an empty id. It is looked for among the next dates,
 * which the page shows anyway; past events are read only for one that is not among those.
 */
export function useNamedEvent(id: string): NamedEvent {
  const [now] = useState(() => new Date());
  const coming = useEvents({ query: comingRange(now) }, { skip: id === '' });
  const next = coming.data?.items.find((event) => event.id === id);
  const past = useEvents(
    { query: pastRange(now) },
    { skip: id === '' || coming.data === undefined || next !== undefined },
  );
  if (id === '') return NOTHING;
  const event = next ?? past.data?.items.find((each) => each.id === id);
  if (event !== undefined) return { ...NOTHING, event };
  const failed = [coming, past].find(({ data, error }) => data === undefined && error !== undefined);
  if (failed !== undefined) {
    const { error, refetch, isFetching } = failed;
    return { ...NOTHING, failure: { error, retry: () => void refetch(), isRetrying: isFetching } };
  }
  return { ...NOTHING, isUnknown: past.data !== undefined };
}
