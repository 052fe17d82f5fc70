import {
  API_VERSION,
  type FieldProblem,
  type GateCheck,
  type LockedRelease,
  type LockItem,
  type Release,
  type Role,
  releaseSchema,
} from '@cytocomm/contract';
import {
  claimFaults,
  hasOwnId,
  type LiveState,
  type LockRecord,
  lockMisfits,
  type PlacedRelease,
  type StoredRelease,
} from '@cytocomm/releases';
import { ApiError, notFound } from '../../platform/calls/problem.ts';
import type { ClaimsTable } from '../releases/claims.ts';
import { gateRefused, lockConflict } from './store.ts';

function presentPart({ name, version, release }: LockedRelease): LockItem['shell'] {
  return { name, version, release };
}

/** Presents a lock. */
export function presentLock(lock: LockRecord, state: LiveState | null): LockItem {
  const { id, base, createdAt, createdBy, reason, shell, remotes } = lock;
  const canary = state?.canary?.lock === id ? { canary: state.canary.share } : {};
  return {
    ...{ id, base, createdAt, createdBy, reason },
    shell: presentPart(shell),
    remotes: remotes.map(presentPart),
    ...canary,
  };
}

/** Creates the source of stored releases and team rights. */
export function createReleaseSource(find: ReleaseSource['find'], claims: ClaimsTable): ReleaseSource {
  return {
    find,
    checkClaims: async (release) => claimFaults(release, await claims.claimsOf(release.name)),
    mayPromote: claims.mayPromote,
    existingRoles: claims.existingRoles,
  };
}

/** The source of releases and team rights. */
export interface ReleaseSource {
  /** Returns a release by its version or id. */
  find(remote: string, versionOrRelease: string): Promise<StoredRelease | null>;
  /** Checks the claims of a release against those its remote may make. */
  checkClaims(release: Release): Promise<readonly GateCheck[]>;
  /** Whether the team of a remote may promote it. */
  mayPromote(remote: string): Promise<boolean>;
  /** Filters roles down to existing ones. */
  existingRoles(roles: readonly Role[]): Promise<readonly Role[]>;
}

/** The releases of a lock. */
export interface Composition {
  readonly shell: Release;
  readonly remotes: readonly Release[];
}

/** The release of each name. */
export type Choice = ReadonlyMap<string, string>;

/** Returns the releases in a lock; none without one. */
export function choiceOf(lock: LockRecord | undefined): Map<string, string> {
  const parts: readonly Pick<LockedRelease, 'name' | 'release'>[] =
    lock === undefined ? [] : [lock.shell, ...lock.remotes];
  return new Map(parts.map(({ name, release }) => [name, release]));
}

/** Whether two choices have the same releases. */
export function isSameChoice(one: Choice, other: Choice): boolean {
  return one.size === other.size && [...one].every(([name, release]) => other.get(name) === release);
}

/** Describes a change for the audit trail. */
export function changesBetween(before: Choice, after: Choice): string {
  const names = [...new Set([...before.keys(), ...after.keys()])].sort();
  return names
    .filter((name) => before.get(name) !== after.get(name))
    .map((name) => `${name}: ${before.get(name) ?? 'none'} → ${after.get(name) ?? 'none'}`)
    .join('; ');
}

/** Returns a release with the address of its files. */
export function placeRelease(release: Release): PlacedRelease {
  return { release, baseUrl: `/releases/${release.name}/${release.release}/` };
}

/** Returns the manifest of a stored release. Throws 409 if it was altered. */
function manifestOf({ remote, release, manifest }: StoredRelease): Release {
  try {
    const parsed = releaseSchema.parse(JSON.parse(manifest));
    if (parsed.name === remote && parsed.release === release && hasOwnId(parsed)) return parsed;
  } catch {
    // Treated as altered.
  }
  throw lockConflict(
    `${remote} ${release} was altered in the database and is not used. Publish it again as another version.`,
  );
}

/** Returns the manifests of a choice. Throws 404 if one is not stored. */
export async function readComposition(source: ReleaseSource, choice: Choice): Promise<Composition> {
  const releases: Release[] = [];
  // One after the other, as a change reads.
  for (const [name, id] of choice) {
    const stored = await source.find(name, id);
    if (stored === null) throw notFound(`There is no release ${id} of ${name}.`);
    releases.push(manifestOf(stored));
  }
  const shell = releases.find(({ name }) => name === 'shell');
  if (shell === undefined) throw new ApiError(400, 'validation', 'A lock needs a release of the shell.');
  return { shell, remotes: releases.filter((release) => release !== shell) };
}

/** Returns a gate check as a field problem. */
function problemOf(path: string, { rule, message, place }: GateCheck): FieldProblem {
  return { path, message: `${message} (rule ${rule}${place === undefined ? '' : `, ${place}`})` };
}

/** Throws 409 while the gate checks one of these releases, 422 if it refused one. */
export function assertPassed(releases: readonly StoredRelease[]): void {
  for (const { remote, release, gate } of releases)
    if (gate.outcome === 'running')
      throw new ApiError(
        409,
        'gate-running',
        `The gate still looks at ${remote} ${release}. Try again when it has ended.`,
      );
  const errors = releases.flatMap(({ gate }, place) =>
    gate.outcome === 'passed'
      ? []
      : gate.checks
          .filter(({ outcome }) => outcome === 'refused')
          .map((check) => problemOf(`body.set.${place}`, check)),
  );
  const refused = releases.find(({ gate }) => gate.outcome === 'refused');
  if (refused !== undefined && errors.length === 0)
    throw gateRefused([{ path: 'body.set', message: `${refused.remote} ${refused.release} was refused by the gate.` }]);
  if (errors.length > 0) throw gateRefused(errors);
}

/** Throws 422 unless the releases fit each other and this API. The claims of the remotes in `claiming` are checked, too. */
export async function assertFits(
  source: ReleaseSource,
  { shell, remotes }: Composition,
  claiming: ReadonlySet<string>,
): Promise<void> {
  const claims = await Promise.all(
    [shell, ...remotes].filter(({ name }) => claiming.has(name)).map((release) => source.checkClaims(release)),
  );
  const checks = [...lockMisfits(shell, remotes, API_VERSION), ...claims.flat()];
  const errors = checks.filter(({ outcome }) => outcome === 'refused').map((check) => problemOf('body.set', check));
  if (errors.length > 0) throw gateRefused(errors);
}
