import { canaryShareSchema, type RemoteStatus } from '@cytocomm/contract';
import { LIVE_ID, RELEASE_COLLECTIONS, type StoredRelease } from '@cytocomm/releases';
import type { Connection } from 'mongoose';
import { z } from 'zod';
import { type ReleaseRecord, releaseModel } from './model.ts';

/** Returns a release by its id, or the newest of a version; null without one. */
export type FindRelease = (remote: string, versionOrRelease: string) => Promise<StoredRelease | null>;

/** A release that may be marked for removal. */
export type PrunableRelease = Pick<ReleaseRecord, '_id' | 'doomedAt'>;

/** Creates the function that clears the removal mark of a release. It returns false if the release is gone. */
export function createKeepRelease(connection: Connection): (release: PrunableRelease) => Promise<boolean> {
  const model = releaseModel(connection);
  return async ({ _id, doomedAt }) =>
    // Without a mark it stays for at least an hour.
    doomedAt === undefined || (await model.updateOne({ _id }, { $unset: { doomedAt: 1 } })).matchedCount > 0;
}

/** Creates the lookup of releases, which keeps them for at least an hour. */
export function createFindRelease(
  connection: Connection,
): (remote: string, versionOrRelease: string) => Promise<ReleaseRecord | null> {
  const model = releaseModel(connection);
  const keep = createKeepRelease(connection);
  const keepFound = async (found: ReleaseRecord | null) => (found !== null && (await keep(found)) ? found : null);
  return async (remote, versionOrRelease) =>
    (await keepFound(await model.findOne({ remote, release: versionOrRelease }).lean())) ??
    keepFound(await model.findOne({ remote, version: versionOrRelease }).sort({ publishedAt: -1, _id: -1 }).lean());
}

const partSchema = z.object({ name: z.string(), version: z.string(), release: z.string() });
const lockPartsSchema = z.object({ shell: partSchema, remotes: z.array(partSchema) });
const stateSchema = z.object({
  lock: z.string(),
  canary: z
    .object({ lock: z.string(), share: canaryShareSchema, startedAt: z.date(), startedBy: z.string() })
    .nullish(),
  switchedOff: z.array(z.object({ remote: z.string(), reason: z.string(), at: z.date(), by: z.string() })),
});

/** A remote that is switched off. */
type SwitchedOff = z.infer<typeof stateSchema>['switchedOff'][number];

/** The releases that visitors get. */
export interface LiveReleases {
  /** Whether a release is in the live lock. */
  isLive(remote: string, release: string): boolean;
  /** Returns the live release of a remote, that of the canary if it differs, and the running canary. */
  partsOf(remote: string): Promise<Pick<RemoteStatus, 'live' | 'canary' | 'runningCanary'>>;
  /** Returns why a remote is switched off; undefined if it is on. */
  switchedOff(remote: string): SwitchedOff | undefined;
}

interface ById {
  readonly _id: string;
}

/** Returns the releases of a lock; none if it is missing. */
async function readParts(connection: Connection, lock: string): Promise<readonly z.infer<typeof partSchema>[]> {
  const found = await connection
    .collection<ById>(RELEASE_COLLECTIONS.locks)
    .findOne({ _id: lock }, { projection: { 'shell.files': 0, 'remotes.files': 0 } });
  const parts = lockPartsSchema.safeParse(found).data;
  return parts === undefined ? [] : [parts.shell, ...parts.remotes];
}

/** Reads the live releases; none before the first promotion. */
export async function readLiveReleases(connection: Connection): Promise<LiveReleases> {
  const found = await connection.collection<ById>(RELEASE_COLLECTIONS.live).findOne({ _id: LIVE_ID });
  const state = stateSchema.safeParse(found).data;
  const parts = state === undefined ? [] : await readParts(connection, state.lock);
  return {
    partsOf: async (remote) => {
      const live = parts.find(({ name }) => name === remote) ?? null;
      if (!state?.canary) return { live, canary: null, runningCanary: null };
      const { lock, share, startedAt, startedBy } = state.canary;
      const tried = (await readParts(connection, lock)).find(({ name }) => name === remote);
      const isOther = tried !== undefined && tried.release !== live?.release;
      const runningCanary = { startedBy, startedAt: startedAt.toISOString() };
      return { live, canary: isOther ? { ...tried, share, startedBy } : null, runningCanary };
    },
    isLive: (remote, release) => parts.some((part) => part.name === remote && part.release === release),
    switchedOff: (remote) => state?.switchedOff.find((each) => each.remote === remote),
  };
}
