import { FEDERATION_MANIFEST, isSourceMap, PACKAGES_FOLDER } from '@cytocomm/composition';
import type { LockedRelease, Release } from '@cytocomm/contract';
import { misfitsOf } from './lock-misfits.ts';
import { type LockRecord, lockRecordId, lockRecordSchema } from './lock-record.ts';

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

/** Where a lock comes from. */
export interface LockOrigin extends Pick<LockRecord, 'base' | 'createdBy' | 'reason'> {
  readonly createdAt: Date;
}

/** Whether a page may ask for a file of the release with this name. The packages for teams are the shell's. */
export function isForPages(name: string, path: string): boolean {
  const isPackage = name === 'shell' && path.startsWith(`${PACKAGES_FOLDER}/`);
  return path !== FEDERATION_MANIFEST && !isSourceMap(path) && !isPackage;
}

/** A release as a page needs it. The lock is in every page, so a file that no page asks for has no place in it. */
function lockedRelease({
  release: { api: _api, sharedNames: _names, ...release },
  baseUrl,
}: PlacedRelease): LockedRelease {
  return { ...release, files: release.files.filter(({ path }) => isForPages(release.name, path)), baseUrl };
}

/**
 * Puts releases together into a lock, without a signature. Its id is a hash over the parts and over where it comes from.
 * Throws LockRefused with every reason when a contract range, a shared version, a name of a shared package or a claim does not fit.
 */
export function composeLock(
  shell: PlacedRelease,
  remotes: readonly PlacedRelease[],
  { base, createdAt, createdBy, reason }: LockOrigin,
): LockRecord {
  const misfits = misfitsOf(
    shell.release,
    remotes.map(({ release }) => release),
  );
  if (misfits.length > 0) throw new LockRefused(misfits.map(({ words }) => words));
  const content = {
    base,
    createdAt: createdAt.toISOString(),
    createdBy,
    reason,
    shell: lockedRelease(shell),
    remotes: remotes.map(lockedRelease).sort((a, b) => a.name.localeCompare(b.name, 'en')),
  };
  return lockRecordSchema.parse({ id: lockRecordId(content), ...content });
}
