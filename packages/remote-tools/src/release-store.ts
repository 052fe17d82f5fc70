import { cpSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LOCK_POINTER } from '@cytocomm/composition';
import { API_VERSION, type Release } from '@cytocomm/contract';
import {
  apiMisfits,
  composeLock,
  hasOwnId,
  type LockRecord,
  LockRefused,
  lockPointerText,
  ReleaseAltered,
  readManifest,
  releaseFaults,
} from '@cytocomm/releases';

/** What a release is found by in a store: a manifest will do, and so will a part of a lock. */
export type ReleaseKey = Pick<Release, 'name' | 'release'>;

/**
 * The releases and locks of a folder that one process fills: `releases/<name>/<release>/…`, `locks/<id>.json` and
 * `locks/current`, the pointer. Nothing in it is ever changed but the pointer, which is replaced in one step.
 */
export interface ReleaseStore {
  readonly releasesDir: string;
  readonly locksDir: string;
  /**
   * Copies a build into the store. A release that is there already stays as it is; one that is damaged there is
   * replaced, which is said. Throws ReleaseAltered for a build that is not what its manifest says, ManifestUnusable.
   */
  publish(distDir: string): Release;
  /**
   * Makes an unsigned lock of these published releases, and makes it the active one. What they need and give is read
   * from their manifests in the store. Throws LockRefused when they do not fit together, or not to this checkout's API;
   * ReleaseAltered and ManifestUnusable.
   */
  promote(shell: ReleaseKey, remotes: readonly ReleaseKey[]): LockRecord;
}

function writeInOneStep(path: string, content: string): void {
  const draft = `${path}.${process.pid}.draft`;
  writeFileSync(draft, content);
  renameSync(draft, path);
}

function printLine(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Opens (and where needed makes) the store below `dir`. `say` takes what a person should know; by default it is printed. */
export function openReleaseStore(dir: string, say: (line: string) => void = printLine): ReleaseStore {
  const releasesDir = join(dir, 'releases');
  const locksDir = join(dir, 'locks');
  mkdirSync(releasesDir, { recursive: true });
  mkdirSync(locksDir, { recursive: true });

  const readRelease = ({ name, release: id }: ReleaseKey): Release => {
    const release = readManifest(join(releasesDir, name, id));
    if (release.name !== name || release.release !== id || !hasOwnId(release))
      throw new ReleaseAltered({ name, release: id }, ['release.json is another']);
    return release;
  };

  return {
    releasesDir,
    locksDir,
    publish(distDir) {
      const release = readManifest(distDir);
      const target = join(releasesDir, release.name, release.release);
      const damage = existsSync(target) ? releaseFaults(target, release) : undefined;
      if (damage?.length === 0) return release;
      const draft = `${target}.${process.pid}.draft`;
      const aside = `${target}.${process.pid}.damaged`;
      rmSync(draft, { recursive: true, force: true });
      try {
        cpSync(distDir, draft, { recursive: true });
        // The copy is looked at, so that what was looked at is what is served.
        const faults = releaseFaults(draft, release);
        if (faults.length > 0) throw new ReleaseAltered(release, faults);
        if (damage) {
          say(`${release.name} ${release.release} was damaged in the store and is replaced: ${damage.join(', ')}`);
          renameSync(target, aside);
        }
        renameSync(draft, target);
      } catch (error) {
        // Somebody else may have published the same build in the meantime.
        if (!existsSync(target) || releaseFaults(target, release).length > 0) throw error;
      } finally {
        for (const folder of [draft, aside]) rmSync(folder, { recursive: true, force: true });
      }
      return release;
    },
    promote(shell, remotes) {
      const [ownShell, others] = [readRelease(shell), remotes.map(readRelease)];
      const reasons = apiMisfits([ownShell, ...others], API_VERSION);
      if (reasons.length > 0) throw new LockRefused(reasons);
      const place = (release: Release) => ({ release, baseUrl: `/releases/${release.name}/${release.release}/` });
      const origin = { base: null, createdAt: new Date(), createdBy: 'checkout', reason: '' };
      const lock = composeLock(place(ownShell), others.map(place), origin);
      writeInOneStep(join(locksDir, `${lock.id}.json`), `${JSON.stringify(lock, null, 2)}\n`);
      writeInOneStep(join(locksDir, LOCK_POINTER), lockPointerText({ lock: lock.id, canary: null, switchedOff: [] }));
      return lock;
    },
  };
}
