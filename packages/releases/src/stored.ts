import { canaryShareSchema, gateReportSchema, liveEventSchema, lockIdSchema } from '@cytocomm/contract';
import { z } from 'zod';

// What the release service writes into the database and services/web reads: the names and shapes that both must know.

/** The collections. The files are in a GridFS bucket; `blobs` leads from the hash of a content to its file. */
export const RELEASE_COLLECTIONS = {
  releases: 'releases',
  blobs: 'release_blobs',
  bucket: 'release_files',
  locks: 'locks',
  live: 'live_lock',
  trialRunners: 'trial_runners',
  announcements: 'changes',
} as const;

/** A change and the keys of those who may hear of it, stored in its transaction: all live events are read from these. */
export const announcementSchema = z.object({ at: z.date(), event: liveEventSchema, to: z.array(z.string()) });
/** A change and the keys of those who may hear of it. */
export type Announcement = z.infer<typeof announcementSchema>;

/** How long after its last sign of life a trial runner counts as connected, in ms; it gives one every 5 s. */
export const RUNNER_FRESH_MS = 30_000;

/** For how many days a release that is neither live nor a canary any more is kept, and served to tabs that began with it. */
export const RELEASE_RETENTION_DAYS = 14;

/** Where the trial run of a release stands while the gate's outcome is `running`, and whether its refusal has to be noted. */
const trialStateSchema = z.object({
  /** Since when it waits for a runner. */
  since: z.date(),
  /** How often a runner took it. */
  attempts: z.number(),
  /** The `_id` of the runner that has it; it counts for as long as that runner is connected. */
  runner: z.string().nullable(),
  /** The trial run refused the release, and the audit trail does not say so yet. */
  unnoted: z.boolean().optional(),
});

/** A file of a stored release: release.json itself, what it lists, and compressed twins. */
const storedFileSchema = z.object({
  path: z.string(),
  /** SHA-256 of the content, 64 hex digits: the `_id` of its blob. */
  hash: z.string(),
  bytes: z.number(),
});

/** A content that is stored once, however many releases have it. */
export const storedBlobSchema = z.object({ _id: z.string(), fileId: z.custom<object>(), bytes: z.number() });

/** A release as it is stored. The record is written last, so one that is there is whole. */
export const storedReleaseSchema = z.object({
  remote: z.string(),
  version: z.string(),
  release: z.string(),
  /** SHA-256 of release.json. */
  digest: z.string(),
  /** The text of release.json. */
  manifest: z.string(),
  files: z.array(storedFileSchema),
  size: z.number(),
  publishedAt: z.date(),
  publishedBy: z.string(),
  gate: gateReportSchema,
  /** Only of a release that is, or was, to be tried. */
  trial: trialStateSchema.optional(),
});
/** A release as it is stored. */
export type StoredRelease = z.infer<typeof storedReleaseSchema>;

/** The `_id` of the one document of `live_lock`. */
export const LIVE_ID = 'live';

/** What visitors get: which lock, which canary, and which remotes are switched off. One document, so that it changes in one step. */
export const liveStateSchema = z.object({
  /** The id of the live lock. */
  lock: lockIdSchema,
  canary: z
    .object({ lock: lockIdSchema, share: canaryShareSchema, startedAt: z.date(), startedBy: z.string() })
    .nullable(),
  switchedOff: z.array(z.object({ remote: z.string(), reason: z.string(), at: z.date(), by: z.string() })),
});
/** What visitors get. */
export type LiveState = z.infer<typeof liveStateSchema>;
