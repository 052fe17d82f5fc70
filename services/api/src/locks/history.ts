import type { Core } from '../core.ts';
import { lockCollections } from './model.ts';

/** How far back the release before the present one is looked for. */
const MAX_LOCKS = 1000;

/** What of a lock is read. */
const PARTS = {
  base: 1,
  isRollback: 1,
  'shell.name': 1,
  'shell.release': 1,
  'remotes.name': 1,
  'remotes.release': 1,
} as const;

/** A lock, and the release of each name in it. */
interface Named {
  readonly lock: string;
  readonly parts: ReadonlyMap<string, string>;
  readonly isRollback: boolean;
}

/** What a lock named: of one remote its release, or all releases as one text. */
interface Deployment {
  readonly lock: string;
  readonly release: string;
  readonly isRollback: boolean;
}

/** Returns the place of the release that was live before the present one: what was rolled back does not count. */
export function placeBefore(oldestFirst: readonly Deployment[]): Deployment | undefined {
  let lasting: Deployment[] = [];
  for (const each of oldestFirst) {
    if (lasting.at(-1)?.release === each.release) continue;
    const earlier = each.isRollback ? lasting.findLastIndex(({ release }) => release === each.release) : -1;
    lasting = earlier < 0 ? [...lasting, each] : lasting.slice(0, earlier + 1);
  }
  return lasting.at(-2);
}

/** Returns what was live, the oldest first, along the bases: a canary that was stopped was never live. */
async function readChain({ database }: Core, live: string): Promise<readonly Named[]> {
  const { locks } = lockCollections(database.connection);
  const rows = await locks
    .find({ deployedAt: { $exists: true } }, { projection: PARTS })
    .sort({ deployedAt: -1, _id: -1 })
    .limit(MAX_LOCKS)
    .toArray();
  const byId = new Map(rows.map((row) => [row._id, row]));
  const newestFirst: Named[] = [];
  for (let row = byId.get(live); row !== undefined; row = row.base === null ? undefined : byId.get(row.base)) {
    const parts = new Map([row.shell, ...row.remotes].map(({ name, release }) => [name, release]));
    newestFirst.push({ lock: row._id, parts, isRollback: row.isRollback === true });
    byId.delete(row._id);
  }
  return newestFirst.toReversed();
}

/** Returns the lock that had the release of a remote before the present one; undefined when there is none. */
export async function lockBefore(core: Core, live: string, remote: string): Promise<Deployment | undefined> {
  const chain = await readChain(core, live);
  return placeBefore(
    chain.flatMap(({ lock, parts, isRollback }) => {
      const release = parts.get(remote);
      return release === undefined ? [] : [{ lock, release, isRollback }];
    }),
  );
}

/** Returns the lock whose releases were live before all of the present ones; undefined when there is none. */
export async function lockOfAllBefore(core: Core, live: string): Promise<Deployment | undefined> {
  const chain = await readChain(core, live);
  return placeBefore(
    chain.map(({ lock, parts, isRollback }) => ({ lock, release: JSON.stringify([...parts].sort()), isRollback })),
  );
}
