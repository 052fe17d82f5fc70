import type { NotificationPage, NotificationQuery, NotificationSummary, ReadMark } from '../api/notifications.ts';
import { call, type Nothing } from './call.ts';

/** What happened that the caller is to know, newest first, with how much of it is unread and what waits. */
export const listNotifications = /* @__PURE__ */ call<Nothing, NotificationQuery, undefined, NotificationPage>(
  'GET',
  '/api/notifications',
);

/** How many notifications are unread, when the last visit was, and what waits for the caller. */
export const summarizeNotifications = /* @__PURE__ */ call<Nothing, Nothing, undefined, NotificationSummary>(
  'GET',
  '/api/notifications/summary',
);

/** Marks notifications as read: all up to a moment, or some by their ids. */
export const markNotificationsRead = /* @__PURE__ */ call<Nothing, Nothing, ReadMark>(
  'POST',
  '/api/notifications/read',
);

/** Notes that the caller is here: after half an hour without it a visit is over. */
export const noteVisit = /* @__PURE__ */ call('POST', '/api/notifications/visit');
