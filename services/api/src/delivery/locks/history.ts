import { z } from 'zod';
import type { Core } from '../../platform/core.ts';
import { lockCollections } from './model.ts';

/** Locks searched for an earlier release. */
const MAX_LOCKS = 1000;
/** Audit rows read per lock. */
const MAX_ROWS = 100;

const partSchema = z.object({ name: z.string(), version: z.string(), release: z.string() });
/** The fields of a lock that decide the order of attempts; they are not verified. */
const namedSchema = z.object({
  _id: z.string(),
  base: z.string().nullable(),
  isRollback: z.boolean().default(false),
  shell: partSchema,
  remotes: z.array(partSchema),
});
const PARTS = {
  ...{ base: 1, isRollback: 1 },
  ...{ 'shell.name': 1, 'shell.version': 1, 'shell.release': 1 },
  ...{ 'remotes.name': 1, 'remotes.version': 1, 'remotes.release': 1 },
};

/** A lock with its releases by name and their versions. */
interface Named {
  readonly lock: string;
  readonly parts: ReadonlyMap<string, string>;
  readonly isRollback: boolean;
  readonly versions: ReadonlyMap<string, string>;
}

/** The release of one remote in a lock, or all releases as one text. */
interface Deployment {
  readonly lock: string;
  readonly release: string;
  readonly isRollback: boolean;
}

/** A release that was live, with its locks, the oldest first. */
interface Place {
  readonly release: string;
  readonly locks: readonly string[];
}

/** Which earlier locks to return. */
interface Wanted {
  /** The live lock; undefined if it is unknown. */
  readonly live: string | undefined;
  /** Whether the live lock can be used; if not, locks with the same releases count as earlier. */
  readonly isUsable: boolean;
  /** Only releases of this remote count; by default all. */
  readonly remote?: string;
}

/** Returns the releases that were live, the oldest first, without those rolled back. */
export function placesOf(oldestFirst: readonly Deployment[]): readonly Place[] {
  let lasting: readonly Place[] = [];
  for (const { lock, release, isRollback } of oldestFirst) {
    const at = lasting.findLastIndex((each) => each.release === release);
    const found = isRollback || at === lasting.length - 1 ? lasting[at] : undefined;
    lasting = found
      ? [...lasting.slice(0, at), { release, locks: [...found.locks, lock] }]
      : [...lasting, { release, locks: [lock] }];
  }
  return lasting;
}

/** Whether a lock was a canary that never became live. */
async function wasOnlyTried({ audit }: Core, lock: string): Promise<boolean> {
  const actions = (await audit.about(lock, MAX_ROWS)).map(({ action }) => action);
  return actions.includes('canary.started') && !actions.includes('canary.promoted');
}

/**
 * Returns the locks that were live, the oldest first, by their bases, so that stopped canaries are skipped. If a base is missing
 * or unreadable, it continues with the lock that was live before.
 */
async function readChain(core: Core, live: string | undefined): Promise<readonly Named[]> {
  const { locks } = lockCollections(core.database.connection);
  const stored = await locks
    .find({}, { projection: PARTS })
    .sort({ deployedAt: -1, _id: -1 })
    .limit(MAX_LOCKS)
    .toArray();
  const rows = stored.flatMap((row) => namedSchema.safeParse(row).data ?? []);

  /** Returns the locks from `id` on. */
  async function from(id: string | null | undefined, older: typeof rows): Promise<typeof rows> {
    const place = older.findIndex(({ _id }) => _id === id);
    if (place >= 0) return older.slice(place);
    for (const [at, { _id }] of older.entries()) if (!(await wasOnlyTried(core, _id))) return older.slice(at);
    return [];
  }

  const newestFirst: Named[] = [];
  let [row, ...older] = await from(live, rows);
  while (row !== undefined) {
    const parts = new Map([row.shell, ...row.remotes].map(({ name, release }) => [name, release]));
    const versions = new Map([row.shell, ...row.remotes].map(({ version, release }) => [release, version]));
    newestFirst.push({ lock: row._id, parts, versions, isRollback: row.isRollback });
    [row, ...older] = await from(row.base, older);
  }
  return newestFirst.toReversed();
}

/** Returns the locks to roll back to, the nearest first; they are not verified. */
export async function locksBefore(core: Core, { live, isUsable, remote }: Wanted): Promise<readonly string[]> {
  const chain = await readChain(core, live);
  const places = placesOf(
    chain.flatMap(({ lock, parts, isRollback }) => {
      const release = remote === undefined ? JSON.stringify([...parts].sort()) : parts.get(remote);
      return release === undefined ? [] : [{ lock, release, isRollback }];
    }),
  );
  const earlier = isUsable ? places.slice(0, -1) : places;
  return earlier
    .flatMap(({ locks }) => locks)
    .filter((lock) => lock !== live)
    .toReversed();
}

/** By remote, the release that was live before the current one. */
export type ReleasesBefore = ReadonlyMap<string, { readonly version: string; readonly release: string }>;

/** Returns the release before the current one of each live remote, if there was one. */
export async function releasesBefore(core: Core, live: string | undefined): Promise<ReleasesBefore> {
  const chain = await readChain(core, live);
  return new Map(
    [...(chain.at(-1)?.parts.keys() ?? [])].flatMap((name) => {
      const deployments = chain.flatMap(({ lock, parts, isRollback }) => {
        const release = parts.get(name);
        return release === undefined ? [] : [{ lock, release, isRollback }];
      });
      const release = placesOf(deployments).at(-2)?.release;
      const version = release && chain.findLast(({ versions }) => versions.has(release))?.versions.get(release);
      return release && version ? [[name, { version, release }] as const] : [];
    }),
  );
}
