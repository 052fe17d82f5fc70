import { listNotifications, markNotificationsRead, noteVisit, summarizeNotifications } from '@cytocomm/contract';
import { endpoint, mutation, pages } from '@cytocomm/portal-api';

/** Reads how much is unread, when the last visit was, and what waits. */
export const { useQuery: useSummary } = endpoint(summarizeNotifications, { tags: ['Notification'] });

/** Reads what happened, newest first. */
export const { useInfiniteQuery: useNotificationPages } = pages(listNotifications, { tags: ['Notification'] });

/** Marks what happened as read. */
export const { useMutation: useMarkRead } = mutation(markNotificationsRead, { tags: ['Notification'] });

/** Notes that the person is here. */
export const { useMutation: useNoteVisit } = mutation(noteVisit, { tags: ['Notification'] });
