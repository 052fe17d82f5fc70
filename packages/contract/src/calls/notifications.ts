// Written by `npm run api` from the domains.

import { callOf } from '../call.ts';
import type notifications from '../domains/notifications.ts';

/** List notifications, newest first, with unread and pending counts. */
export const listNotifications = /* @__PURE__ */ callOf<typeof notifications.listNotifications>('GET', '/api/notifications');
/** Read unread and pending counts and the time of the last visit. */
export const summarizeNotifications = /* @__PURE__ */ callOf<typeof notifications.summarizeNotifications>('GET', '/api/notifications/summary');
/** Mark notifications as read, up to a time or by id. */
export const markNotificationsRead = /* @__PURE__ */ callOf<typeof notifications.markNotificationsRead>('POST', '/api/notifications/read');
/** Record that the caller is active; a visit ends after 30 minutes without it. */
export const noteVisit = /* @__PURE__ */ callOf<typeof notifications.noteVisit>('POST', '/api/notifications/visit');
