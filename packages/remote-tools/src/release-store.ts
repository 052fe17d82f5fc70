import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Lock, lockSchema, type Release, releaseSchema } from '@cytocomm/contract';
import { composeLock, type PlacedRelease } from './compose-lock.ts';

/**
 * The releases and locks on disk: `releases/<name>/<release>/…`, `locks/<id>.json` and `locks/current`, the pointer.
 * Nothing in it is ever changed but the pointer, which is replaced in one step.
 */
export interface ReleaseStore {
  readonly releasesDir: string;
  readonly locksDir: string;
  /** Copies a build into the store; a release that is there already stays as it is. */
  publish(distDir: string): Release;
  /** The lock in force, or undefined before the first. */
  currentLock(): Lock | undefined;
  /** Makes the lock of these releases and keeps it, without putting it in force. Throws LockRefused. */
  compose(shell: Release, remotes: readonly Release[]): Lock;
  /** Puts a kept lock in force. Throws when there is no lock of that id. */
  promote(id: string): void;
  /** Ids of all kept locks. */
  lockIds(): string[];
}

function writeInOneStep(path: string, content: string): void {
  const draft = `${path}.${process.pid}.draft`;
  writeFileSync(draft, content);
  renameSync(draft, path);
}

/** Opens (and where needed makes) the store below `dir`. */
export function openReleaseStore(dir: string): ReleaseStore {
  const releasesDir = join(dir, 'releases');
  const locksDir = join(dir, 'locks');
  const pointer = join(locksDir, 'current');
  mkdirSync(releasesDir, { recursive: true });
  mkdirSync(locksDir, { recursive: true });

  const lockPath = (id: string) => join(locksDir, `${id}.json`);
  const readLock = (id: string): Lock => lockSchema.parse(JSON.parse(readFileSync(lockPath(id), 'utf8')));
  const place = (release: Release): PlacedRelease => ({
    release,
    baseUrl: `/releases/${release.name}/${release.release}/`,
  });

  return {
    releasesDir,
    locksDir,
    publish(distDir) {
      const release = releaseSchema.parse(JSON.parse(readFileSync(join(distDir, 'release.json'), 'utf8')));
      const target = join(releasesDir, release.name, release.release);
      if (existsSync(target)) return release;
      const draft = `${target}.${process.pid}.draft`;
      rmSync(draft, { recursive: true, force: true });
      cpSync(distDir, draft, { recursive: true });
      renameSync(draft, target);
      return release;
    },
    currentLock() {
      return existsSync(pointer) ? readLock(readFileSync(pointer, 'utf8').trim()) : undefined;
    },
    compose(shell, remotes) {
      const lock = composeLock(place(shell), remotes.map(place), new Date());
      if (!existsSync(lockPath(lock.id))) writeInOneStep(lockPath(lock.id), `${JSON.stringify(lock, null, 2)}\n`);
      return lock;
    },
    promote(id) {
      readLock(id);
      writeInOneStep(pointer, `${id}\n`);
    },
    lockIds: () =>
      readdirSync(locksDir)
        .filter((name) => name.endsWith('.json'))
        .map((name) => name.slice(0, -'.json'.length)),
  };
}
