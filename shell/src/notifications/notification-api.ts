import { listNotifications, markNotificationsRead, noteVisit } from '@cytocomm/contract';
import { endpoint, mutation, pages } from '@cytocomm/portal-api';

const { useQuery } = endpoint(listNotifications, { tags: ['Notification'] });

/** Reads the newest of what happened, how much is unread, when the last visit was, and what waits: one call for all who show it. */
export const useNewest = () => useQuery({ query: { limit: 20 } });

/** Reads what happened page by page, newest first. */
export const { useInfiniteQuery: useNotificationPages } = pages(listNotifications, { tags: ['Notification'] });

/** Marks what happened as read. */
export const { useMutation: useMarkRead } = mutation(markNotificationsRead, { tags: ['Notification'] });

/** Notes that the person is here. */
export const { useMutation: useNoteVisit } = mutation(noteVisit, { tags: ['Notification'] });
