import { LIVE_ID, RELEASE_COLLECTIONS } from '@cytocomm/releases';
import type { Connection } from 'mongoose';
import { z } from 'zod';

const partSchema = z.object({ name: z.string(), release: z.string() });
const lockPartsSchema = z.object({ shell: partSchema, remotes: z.array(partSchema) });
const stateSchema = z.object({
  lock: z.string(),
  switchedOff: z.array(z.object({ remote: z.string(), reason: z.string(), at: z.date(), by: z.string() })),
});

/** A remote that is switched off. */
type SwitchedOff = z.infer<typeof stateSchema>['switchedOff'][number];

/** What of the releases visitors get now. */
export interface LiveReleases {
  /** Whether the live lock has a release. */
  isLive(remote: string, release: string): boolean;
  /** Returns why a remote is switched off; undefined when it is not. */
  switchedOff(remote: string): SwitchedOff | undefined;
}

interface ById {
  readonly _id: string;
}

/** Reads what is live. Before the first promotion that is nothing. */
export async function readLiveReleases(connection: Connection): Promise<LiveReleases> {
  const found = await connection.collection<ById>(RELEASE_COLLECTIONS.live).findOne({ _id: LIVE_ID });
  const state = stateSchema.safeParse(found).data;
  const lock =
    state === undefined
      ? undefined
      : lockPartsSchema.safeParse(
          await connection
            .collection<ById>(RELEASE_COLLECTIONS.locks)
            .findOne({ _id: state.lock }, { projection: { 'shell.files': 0, 'remotes.files': 0 } }),
        ).data;
  const parts = lock === undefined ? [] : [lock.shell, ...lock.remotes];
  return {
    isLive: (remote, release) => parts.some((part) => part.name === remote && part.release === release),
    switchedOff: (remote) => state?.switchedOff.find((each) => each.remote === remote),
  };
}
