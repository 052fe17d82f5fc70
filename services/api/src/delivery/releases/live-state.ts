import { canaryShareSchema, type RemoteStatus } from '@cytocomm/contract';
import { LIVE_ID, RELEASE_COLLECTIONS, type StoredRelease } from '@cytocomm/releases';
import type { Connection } from 'mongoose';
import { z } from 'zod';
import { type ReleaseRecord, releaseModel } from './model.ts';

/** Returns a release by its id, or the one of a version that was published last; null when there is none. */
export type FindRelease = (remote: string, versionOrRelease: string) => Promise<StoredRelease | null>;

/** A release that may be marked to be removed. */
export type Marked = Pick<ReleaseRecord, '_id' | 'doomedAt'>;

/** Returns what takes away the mark of a release that is to be removed, since somebody needs it. Returns false when it is gone. */
export function createKeepRelease(connection: Connection): (release: Marked) => Promise<boolean> {
  const model = releaseModel(connection);
  return async ({ _id, doomedAt }) =>
    // Without a mark it stays for an hour at least.
    doomedAt === undefined || (await model.updateOne({ _id }, { $unset: { doomedAt: 1 } })).matchedCount > 0;
}

/** Creates the lookup of releases in a database. What it returns is as it stands there, and not removed within the hour. */
export function createFindRelease(
  connection: Connection,
): (remote: string, versionOrRelease: string) => Promise<ReleaseRecord | null> {
  const model = releaseModel(connection);
  const keep = createKeepRelease(connection);
  const kept = async (found: ReleaseRecord | null) => (found !== null && (await keep(found)) ? found : null);
  return async (remote, versionOrRelease) =>
    (await kept(await model.findOne({ remote, release: versionOrRelease }).lean())) ??
    kept(await model.findOne({ remote, version: versionOrRelease }).sort({ publishedAt: -1, _id: -1 }).lean());
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

/** What of the releases visitors get now. */
export interface LiveReleases {
  /** Whether the live lock has a release. */
  isLive(remote: string, release: string): boolean;
  /** Returns what visitors get of a remote, what those of a canary get where that is another release, and whose canary runs. */
  partsOf(remote: string): Promise<Pick<RemoteStatus, 'live' | 'canary' | 'runningCanary'>>;
  /** Returns why a remote is switched off; undefined when it is not. */
  switchedOff(remote: string): SwitchedOff | undefined;
}

interface ById {
  readonly _id: string;
}

/** Returns the releases of a lock; none when it is not there. */
async function readParts(connection: Connection, lock: string): Promise<readonly z.infer<typeof partSchema>[]> {
  const found = await connection
    .collection<ById>(RELEASE_COLLECTIONS.locks)
    .findOne({ _id: lock }, { projection: { 'shell.files': 0, 'remotes.files': 0 } });
  const parts = lockPartsSchema.safeParse(found).data;
  return parts === undefined ? [] : [parts.shell, ...parts.remotes];
}

/** Reads what is live. Before the first promotion that is nothing. */
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
