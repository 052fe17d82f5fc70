import { z } from 'zod';
import type { Core } from '../../platform/core.ts';
import { lockCollections } from './model.ts';

/** How far back the release before the present one is looked for. */
const MAX_LOCKS = 1000;
/** How many rows of the audit trail about a lock are read. */
const MAX_ROWS = 100;

const partSchema = z.object({ name: z.string(), version: z.string(), release: z.string() });
/** What of a lock is read. It is not verified: it says only in which order locks are tried. */
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

/** A lock, the release of each name in it, and the version of each release. */
interface Named {
  readonly lock: string;
  readonly parts: ReadonlyMap<string, string>;
  readonly isRollback: boolean;
  readonly versions: ReadonlyMap<string, string>;
}

/** What a lock named: of one remote its release, or all releases as one text. */
interface Deployment {
  readonly lock: string;
  readonly release: string;
  readonly isRollback: boolean;
}

/** A release that was live, and the locks that had it, the oldest first. */
interface Place {
  readonly release: string;
  readonly locks: readonly string[];
}

/** Which locks are wanted. */
interface Wanted {
  /** The live lock; undefined where nobody knows it. */
  readonly live: string | undefined;
  /** Whether the live lock can be used; where it cannot, what had the same releases is an earlier one. */
  readonly isUsable: boolean;
  /** Whose releases count; all without. */
  readonly remote?: string;
}

/** Returns the releases that were live, the oldest first; what was rolled back does not count. */
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
 * Returns what was live, the oldest first, along the bases: a canary that was stopped was never live. Where a base is not
 * there or cannot be read, it goes on with the lock that was live before.
 */
async function readChain(core: Core, live: string | undefined): Promise<readonly Named[]> {
  const { locks } = lockCollections(core.database.connection);
  const stored = await locks
    .find({ deployedAt: { $exists: true } }, { projection: PARTS })
    .sort({ deployedAt: -1, _id: -1 })
    .limit(MAX_LOCKS)
    .toArray();
  const rows = stored.flatMap((row) => namedSchema.safeParse(row).data ?? []);

  /** Returns the locks from one on. */
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

/** Returns the locks to go back to, the nearest first. None of them is verified. */
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

/** Of remotes the release that was live before the present one. */
export type ReleasesBefore = ReadonlyMap<string, { readonly version: string; readonly release: string }>;

/** Returns of each live remote the release that was live before the present one; none where there was no other. */
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
