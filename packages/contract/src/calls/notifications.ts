// Written by `npm run api` from the domains.

import { callOf } from '../call.ts';
import type notifications from '../domains/notifications.ts';

/** What happened that the caller is to know, newest first, with how much is unread and what waits. */
export const listNotifications = /* @__PURE__ */ callOf<typeof notifications.listNotifications>('GET', '/api/notifications');
/** How many notifications are unread, when the last visit was, and what waits for the caller. */
export const summarizeNotifications = /* @__PURE__ */ callOf<typeof notifications.summarizeNotifications>('GET', '/api/notifications/summary');
/** Mark notifications as read: all up to a moment, or some by their ids. */
export const markNotificationsRead = /* @__PURE__ */ callOf<typeof notifications.markNotificationsRead>('POST', '/api/notifications/read');
/** Note that the caller is here: after half an hour without it a visit is over. */
export const noteVisit = /* @__PURE__ */ callOf<typeof notifications.noteVisit>('POST', '/api/notifications/visit');
