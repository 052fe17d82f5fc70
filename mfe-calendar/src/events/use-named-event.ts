import type { CalendarEvent } from '@cytocomm/contract';
import { isApiProblem } from '@cytocomm/http';
import { useVisibleEvent } from './event-api.ts';

/** What is known of the event that an address names. */
interface NamedEvent {
  /** Undefined until it is here, and where none is named. */
  readonly event: CalendarEvent | undefined;
  /** None of the events that the reader may see has this id. */
  readonly isUnknown: boolean;
  /** Why it could not be read, and what tries again; undefined while nothing failed. */
  readonly failure: { readonly error: unknown; readonly retry: () => void; readonly isRetrying: boolean } | undefined;
}

/** What the server says of an id that no event has, or that is none. */
const NO_EVENT: readonly string[] = ['not-found', 'validation'];

/** Returns the event of an id, of those that the reader may see; nothing of an empty id. */
export function useNamedEvent(id: string): NamedEvent {
  const { currentData, error, refetch, isFetching } = useVisibleEvent({ params: { id } }, { skip: id === '' });
  const isUnknown = isApiProblem(error) && NO_EVENT.includes(error.code);
  const hasFailed = error !== undefined && !isUnknown && currentData === undefined;
  return {
    event: isUnknown ? undefined : currentData,
    isUnknown,
    failure: hasFailed ? { error, retry: () => void refetch(), isRetrying: isFetching } : undefined,
  };
}
