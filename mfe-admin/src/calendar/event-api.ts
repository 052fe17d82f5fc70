import { addEvent, type CalendarEvent, changeEvent, deleteEvent, listEvents } from '@cytocomm/contract';
import { endpoint, mutation } from '@cytocomm/portal-api';

const tags = ['Event'] as const;

export const { useQuery: useEvents } = endpoint(listEvents, { tags });
export const { useMutation: useAddEvent } = mutation(addEvent, { tags });
export const { useMutation: useChangeEvent } = mutation(changeEvent, { tags });
export const { useMutation: useDeleteEvent } = mutation(deleteEvent, { tags });

/** Returns the moment of an event on another day, at the same time of day. */
export const onDay = (event: CalendarEvent, day: string): string =>
  `${day}T${new Date(event.date).toISOString().slice(11)}`;
