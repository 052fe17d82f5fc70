import { createHash } from 'node:crypto';
import { FEDERATION_MANIFEST } from '@cytocomm/composition';
import { contentOfLock, type Lock, type LockedRelease, lockSchema, type Release } from '@cytocomm/contract';
import semver from 'semver';
import { missingNames } from './missing-names.ts';

/** A release with the address its files are served from. */
export interface PlacedRelease {
  readonly release: Release;
  /** Absolute path or URL that ends with a slash. */
  readonly baseUrl: string;
}

/** The parts do not fit together. Each reason names a remote and what it needs. */
export class LockRefused extends Error {
  override readonly name = 'LockRefused';
  readonly reasons: readonly string[];

  constructor(reasons: readonly string[]) {
    super(`This lock does not fit together:\n${reasons.map((reason) => `  ${reason}`).join('\n')}`);
    this.reasons = reasons;
  }
}

function contractMisfits(shell: Release, remote: Release): string[] {
  if (semver.validRange(remote.contract) === null)
    return [`${remote.name} ${remote.release}: "${remote.contract}" is not a range of contract versions`];
  return semver.satisfies(shell.contract, remote.contract)
    ? []
    : [`${remote.name} ${remote.release} needs contract ${remote.contract}, the shell has ${shell.contract}`];
}

function sharedMisfits(shell: Release, remote: Release): string[] {
  return Object.entries(remote.shared).flatMap(([request, range]) => {
    const version = Object.hasOwn(shell.shared, request) ? shell.shared[request] : undefined;
    if (version === undefined)
      return [`${remote.name} ${remote.release} needs ${request} ${range}, the shell gives none`];
    return semver.satisfies(version, range)
      ? []
      : [`${remote.name} ${remote.release} needs ${request} ${range}, the shell gives ${version}`];
  });
}

/** A remote's container is a global of the page: `location` would lead it away, `status` take what a browser has. */
function misnamed({ name, release }: Release): string[] {
  return name.startsWith('mfe-') ? [] : [`${name} ${release}: the name of a remote begins with "mfe-"`];
}

function claimedTwice(releases: readonly Release[]): string[] {
  const owners = new Map<string, string>();
  const claims = releases.flatMap(({ name, contributions }) => [
    { name, claim: `remote name ${name}` },
    ...contributions.routes.map(({ path }) => ({ name, claim: `route ${path}` })),
    ...contributions.sections.map(({ id }) => ({ name, claim: `section ${id}` })),
    ...contributions.overlays.map(({ slot }) => ({ name, claim: `overlay ${slot}` })),
    ...contributions.links.map(({ group, label }) => ({ name, claim: `link "${label}" in ${group}` })),
  ]);
  return claims.flatMap(({ name, claim }) => {
    const owner = owners.get(claim);
    owners.set(claim, owner ?? name);
    return owner === undefined ? [] : [`${name} and ${owner} both claim ${claim}`];
  });
}

/** The id that a lock of these parts has. */
export function lockIdOf(parts: Pick<Lock, 'shell' | 'remotes'>): string {
  return createHash('sha256').update(contentOfLock(parts)).digest('hex').slice(0, 16);
}

/** A release as a page needs it. The lock is in every page, so a file that no page asks for has no place in it. */
function lockedRelease({
  release: { api: _api, sharedNames: _names, ...release },
  baseUrl,
}: PlacedRelease): LockedRelease {
  return { ...release, files: release.files.filter(({ path }) => path !== FEDERATION_MANIFEST), baseUrl };
}

/**
 * Puts releases together into a lock. Its id is a hash over the parts, so the same composition has the same id.
 * Throws LockRefused with every reason when a contract range, a shared version, a name of a shared package or a claim does not fit.
 */
export function composeLock(shell: PlacedRelease, remotes: readonly PlacedRelease[], createdAt: Date): Lock {
  const releases = remotes.map((remote) => remote.release);
  const reasons = [
    ...releases.flatMap((remote) => [
      ...misnamed(remote),
      ...contractMisfits(shell.release, remote),
      ...sharedMisfits(shell.release, remote),
      ...missingNames(shell.release, remote),
    ]),
    ...claimedTwice([shell.release, ...releases]),
  ];
  if (reasons.length > 0) throw new LockRefused(reasons);
  const parts = {
    shell: lockedRelease(shell),
    remotes: remotes.map(lockedRelease).sort((a, b) => a.name.localeCompare(b.name, 'en')),
  };
  return lockSchema.parse({ id: lockIdOf(parts), createdAt: createdAt.toISOString(), ...parts });
}
