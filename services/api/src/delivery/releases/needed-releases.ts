import { LIVE_ID, RELEASE_COLLECTIONS } from '@cytocomm/releases';
import type { Connection } from 'mongoose';
import { z } from 'zod';

/** The releases of so many of the last locks are kept. */
const KEPT_LOCKS = 100;
/** Of each remote so many of the releases that were live last are kept. */
const KEPT_DEPLOYED = 5;
/** How many locks are looked at: a roll-back goes no further back. */
const MAX_LOCKS = 1000;

interface ById {
  readonly _id: string;
}

const PARTS = { deployedAt: 1, 'shell.name': 1, 'shell.release': 1, 'remotes.name': 1, 'remotes.release': 1 } as const;
const partSchema = z.object({ name: z.string(), release: z.string() });
const lockSchema = z.object({ deployedAt: z.date().nullish(), shell: partSchema, remotes: z.array(partSchema) });
const stateSchema = z.object({ lock: z.string(), canary: z.object({ lock: z.string() }).nullable() });

/** Whether a release is needed by a lock that is live or may be again. */
export type IsNeeded = (remote: string, release: string) => boolean;

/**
 * Returns which releases locks need: those of the live lock and the canary, of the last 100 locks, of all that were live since
 * `since`, and the last five of each remote that were live. Throws when what is live cannot be read: then nothing may go.
 */
export async function readNeededReleases(connection: Connection, since: Date): Promise<IsNeeded> {
  const locks = connection.collection<ById>(RELEASE_COLLECTIONS.locks);
  const found = await connection.collection<ById>(RELEASE_COLLECTIONS.live).findOne({ _id: LIVE_ID });
  const state = found === null ? undefined : stateSchema.parse(found);
  const ids = state === undefined ? [] : [state.lock, ...(state.canary === null ? [] : [state.canary.lock])];
  const current = await locks.find({ _id: { $in: ids } }, { projection: PARTS }).toArray();
  if (current.length < ids.length) throw new Error('The live lock or the canary is not in the database.');
  const recent = await locks
    .find({ deployedAt: { $exists: true } }, { projection: PARTS })
    .sort({ deployedAt: -1, _id: -1 })
    .limit(MAX_LOCKS)
    .toArray();

  const needed = new Set<string>();
  const keyOf = (remote: string, release: string) => `${remote} ${release}`;
  const countByRemote = new Map<string, number>();
  let isInTime = true;
  const keepPart = (name: string, release: string, isWhole: boolean) => {
    const count = countByRemote.get(name) ?? 0;
    if (needed.has(keyOf(name, release)) || (!isWhole && count >= KEPT_DEPLOYED)) return;
    needed.add(keyOf(name, release));
    countByRemote.set(name, count + 1);
  };
  for (const row of current) {
    const { shell, remotes } = lockSchema.parse(row);
    for (const { name, release } of [shell, ...remotes]) keepPart(name, release, true);
  }
  for (const [place, row] of recent.entries()) {
    // One that was altered is of no use, and holds nothing.
    const lock = lockSchema.safeParse(row).data;
    if (lock === undefined) continue;
    for (const { name, release } of [lock.shell, ...lock.remotes])
      keepPart(name, release, place < KEPT_LOCKS || isInTime);
    // The first one before was live into that time.
    isInTime &&= (lock.deployedAt ?? since) >= since;
  }
  return (remote, release) => needed.has(keyOf(remote, release));
}
