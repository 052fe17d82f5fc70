import type { CalendarEvent } from '@cytocomm/contract';
import { toast } from '@cytocomm/kit';
import { DeleteButton } from '@cytocomm/kit/dashboard';
import { problemMessage, useDeletionToast } from '@cytocomm/portal-api';
import { useDeleteEvent } from '../events/event-api.ts';

/** Deletes an event, after asking, with Undo. */
export function DeleteEvent({ event: { id, title } }: { readonly event: CalendarEvent }) {
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
