import {
  MAX_NOTIFICATIONS,
  notificationPageSchema,
  notificationQuerySchema,
  notificationSummarySchema,
  readMarkSchema,
} from '../api/notifications.ts';
import { listNotifications, markNotificationsRead, noteVisit, summarizeNotifications } from '../calls/notifications.ts';
import { empty, json, specsOf } from './spec.ts';

const spec = specsOf('notifications');

/** What happened that people are to know. */
export const notificationSpecs = [
  spec(listNotifications, {
    summary: 'What happened that the caller is to know, newest first, with how much is unread and what waits',
    description: `The newest ${MAX_NOTIFICATIONS} of the last 90 days, made of the records that the caller may see now: what was deleted, or is for others since, is not among them.`,
    query: notificationQuerySchema,
    reply: json(notificationPageSchema),
  }),
  spec(summarizeNotifications, {
    summary: 'How many notifications are unread, when the last visit was, and what waits for the caller',
    reply: json(notificationSummarySchema),
  }),
  spec(markNotificationsRead, {
    summary: 'Mark notifications as read: all up to a moment, or some by their ids',
    description:
      'A moment in the future is now; one before the present mark changes nothing. Ids of what the caller is not told of are left out. What is changed after it was read is unread again.',
    body: readMarkSchema,
    reply: empty,
  }),
  spec(noteVisit, {
    summary: 'Note that the caller is here: after half an hour without it a visit is over',
    reply: empty,
  }),
];
