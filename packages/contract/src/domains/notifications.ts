import { z } from 'zod';
import { MAX_WAITING_COUNTED } from '../bounds.ts';
import { callsOf, empty, json } from '../define-call.ts';
import { pageFields, pageOf, recordKindSchema } from '../fields.ts';

/** How many notifications a person has at most, the newest. */
export const MAX_NOTIFICATIONS = 200;

/** What happened to a record. */
const happeningSchema = z.enum(['added', 'changed', 'passed', 'refused', 'failed', 'asked', 'approved', 'declined']);

/** Something that happened, for one of those who are to know it. */
export const notificationSchema = z
  .object({
    id: z.string(),
    kind: recordKindSchema.describe('what it is about'),
    happening: happeningSchema,
    subject: z.string().describe('the id of the record'),
    title: z.string(),
    at: z.iso.datetime(),
    unread: z.boolean(),
  })
  .meta({ id: 'Notification' });
/** Something that happened, for one of those who are to know it. */
export type PortalNotification = z.infer<typeof notificationSchema>;

/** The query of the notifications. */
export const notificationQuerySchema = z.strictObject(pageFields);
/** The query of the notifications. */
export type NotificationQuery = z.infer<typeof notificationQuerySchema>;

/** How far what is unread is counted. */
export const MAX_UNREAD_COUNTED = 100;

/** What the bell and the overview show. */
export const notificationSummarySchema = z
  .object({
    unread: z.int().describe(`at most ${MAX_UNREAD_COUNTED}, which may be more`),
    since: z.iso.datetime().nullable().describe('when the last visit ended; null on the first one'),
    waiting: z
      .array(
        z.object({
          kind: recordKindSchema,
          what: z.literal('approval').optional().describe('the kind of task; absent: all kinds'),
          count: z.int().describe(`at most ${MAX_WAITING_COUNTED}: more than ${MAX_WAITING_COUNTED - 1}`),
        }),
      )
      .describe('what somebody with these roles is to do'),
  })
  .meta({ id: 'NotificationSummary' });
/** What the bell and the overview show. */
export type NotificationSummary = z.infer<typeof notificationSummarySchema>;

/** One page of notifications, newest first, with what the bell and the overview show beside them. */
export const notificationPageSchema = pageOf(notificationSchema).extend({ summary: notificationSummarySchema });
/** One page of notifications. */
export type NotificationPage = z.infer<typeof notificationPageSchema>;

/** Which notifications are read: all up to a moment, some by their ids, or both. */
export const readMarkSchema = z
  .strictObject({
    upTo: z.iso.datetime(),
    ids: z.array(z.string().max(300)).min(1, 'must not be empty').max(MAX_NOTIFICATIONS),
  })
  .partial()
  .refine((mark) => Object.keys(mark).length > 0, 'name a moment or ids')
  .meta({ id: 'ReadMark' });
/** Which notifications are read. */
export type ReadMark = z.infer<typeof readMarkSchema>;

const call = callsOf('notifications');

/** What happened that people are to know. */
export default {
  listNotifications: call('GET', '/api/notifications', {
    summary: 'List notifications, newest first, with unread and pending counts',
    description: `The newest ${MAX_NOTIFICATIONS} of the last 90 days, of records the caller can see now.`,
    query: notificationQuerySchema,
    reply: json(notificationPageSchema),
  }),
  summarizeNotifications: call('GET', '/api/notifications/summary', {
    summary: 'Read unread and pending counts and the time of the last visit',
    reply: json(notificationSummarySchema),
  }),
  markNotificationsRead: call('POST', '/api/notifications/read', {
    summary: 'Mark notifications as read, up to a time or by id',
    description:
      'A moment in the future is now; one before the present mark changes nothing. Ids of what the caller is not told of are left out. What is changed after it was read is unread again.',
    body: readMarkSchema,
    reply: empty,
  }),
  noteVisit: call('POST', '/api/notifications/visit', {
    summary: 'Record that the caller is active; a visit ends after 30 minutes without it',
    reply: empty,
  }),
};
