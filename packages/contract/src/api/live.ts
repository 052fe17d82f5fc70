import { z } from 'zod';

/** How many live streams a session has at once; an open tab of the dashboards has one. */
export const MAX_STREAMS_OF_SESSION = 10;
/** How many live streams a person has at once, in all sessions. */
export const MAX_STREAMS_OF_PERSON = 20;

/** The collections whose changes are told live. */
export const liveCollectionSchema = z.enum([
  'documents',
  'press_releases',
  'events',
  'users',
  'outbox',
  'audit',
  'releases',
  'locks',
  'live_lock',
  'remotes',
  'team_tokens',
  'reading_marks',
  'telemetry_causes',
]);
/** A collection whose changes are told live. */
export type LiveCollection = z.infer<typeof liveCollectionSchema>;

/** The data of one live event. */
export const liveEventSchema = z
  .object({
    collection: liveCollectionSchema,
    type: z.enum(['added', 'changed', 'removed']),
    id: z.string().nullable().describe('which record; null when it is about several'),
  })
  .meta({ id: 'LiveEvent' });
/** The data of one live event. */
export type LiveEvent = z.infer<typeof liveEventSchema>;

/** The data that says that events were missed which cannot be told any more: read everything again. */
export const liveResetSchema = z.object({ type: z.literal('reset') }).meta({ id: 'LiveReset' });
/** The data that says that events were missed. */
export type LiveReset = z.infer<typeof liveResetSchema>;
