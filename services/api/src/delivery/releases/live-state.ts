import { canaryShareSchema, type RemoteStatus } from '@cytocomm/contract';
import { LIVE_ID, RELEASE_COLLECTIONS } from '@cytocomm/releases';
import type { Connection } from 'mongoose';
import { z } from 'zod';

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
