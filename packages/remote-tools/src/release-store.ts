import type { KeyObject } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isDeepStrictEqual } from 'node:util';
import { LOCK_POINTER } from '@cytocomm/composition';
import { API_VERSION, type Release } from '@cytocomm/contract';
import {
  apiMisfits,
  composeLock,
  hasOwnId,
  LockAltered,
  type LockOrigin,
  type LockRecord,
  LockRefused,
  lockPointerText,
  type PlacedRelease,
  ReleaseAltered,
  readLockPointer,
  readLockRecord,
  readManifest,
  releaseFaults,
  signLock,
} from '@cytocomm/releases';

/** What a release is found by in a store: a manifest will do, and so will a part of a lock. */
export type ReleaseKey = Pick<Release, 'name' | 'release'>;

/** The releases that a lock is made of. */
interface LockParts {
  readonly shell: ReleaseKey;
  readonly remotes: readonly ReleaseKey[];
}

/** Who makes a lock and why; by default the checkout, for no stated reason. */
type LockMaker = Partial<Pick<LockOrigin, 'createdBy' | 'reason'>>;

/**
 * The releases and locks on disk: `releases/<name>/<release>/…`, `locks/<id>.json` and `locks/current`, the pointer.
 * Nothing in it is ever changed but the pointer, which is replaced in one step.
 */
export interface ReleaseStore {
  readonly releasesDir: string;
  readonly locksDir: string;
  /**
   * Copies a build into the store. A release that is there already stays as it is; one that is damaged there is
   * replaced, which is said. Throws ReleaseAltered for a build that is not what its manifest says, ManifestUnusable.
   */
  publish(distDir: string): Release;
  /** The active lock, or undefined before the first. Throws LockAltered. */
  currentLock(): LockRecord | undefined;
  /**
   * Makes a lock of these published releases from the active one and keeps it, without promoting it. What they need and
   * give is read from their manifests in the store, since a lock holds less. Where the active lock has just these releases, it
   * is returned; where it cannot be used, which is said, the new one is made from none. Throws LockRefused, ReleaseAltered and ManifestUnusable.
   */
  compose(shell: ReleaseKey, remotes: readonly ReleaseKey[], maker?: LockMaker): LockRecord;
  /**
   * Promotes a kept lock for an API of the version `api`, by default this checkout's. Throws when there is no lock of
   * that id, LockAltered when its content has another, LockRefused when one of its releases calls another API, PromotionBusy.
   */
  promote(id: string, api?: string): void;
  /**
   * Makes and promotes the lock that `change` makes of the active one; it is given undefined where there is none, or none
   * that can be used, which is said. No other change comes between, so of two at once both count. Throws what `compose` and `promote` throw.
   */
  promoteChange(change: (active: LockRecord | undefined) => LockParts, api?: string): LockRecord;
  /** Ids of all kept locks. */
  lockIds(): string[];
}

function writeInOneStep(path: string, content: string): void {
  const draft = `${path}.${process.pid}.draft`;
  writeFileSync(draft, content);
  renameSync(draft, path);
}

const PROMOTION_TIMEOUT_MS = 10_000;

/** Another process has been promoting for longer than a promotion takes. */
export class PromotionBusy extends Error {
  override readonly name = 'PromotionBusy';
}

/** Whether SQLite waited in vain (SQLITE_BUSY). */
function isBusy(error: unknown): boolean {
  const { errcode }: { errcode?: unknown } = Object(error);
  return errcode === 5;
}

/** Runs work while no other process holds the file: a lock of SQLite's, which ends with its process. Throws PromotionBusy. */
function exclusively<Result>(path: string, timeout: number, work: () => Result): Result {
  const lock = new DatabaseSync(path, { timeout });
  try {
    try {
      lock.exec('BEGIN EXCLUSIVE');
    } catch (cause) {
      if (!isBusy(cause)) throw cause;
      throw new PromotionBusy(
        `Another promotion has not ended for ${timeout} ms: look for its process, then try again.`,
        {
          cause,
        },
      );
    }
    return work();
  } finally {
    lock.close();
  }
}

/** Whether two locks name the same releases at the same addresses. */
function hasSameParts(one: LockRecord, other: LockRecord): boolean {
  const partsOf = ({ shell, remotes }: LockRecord) => ({ shell, remotes });
  return isDeepStrictEqual(partsOf(one), partsOf(other));
}

function printLine(line: string): void {
  process.stderr.write(`${line}\n`);
}

/**
 * Opens (and where needed makes) the store below `dir`. `say` takes what a person should know; by default it is printed.
 * A promotion waits `promotionTimeoutMs` for another, by default 10 s. With `signingKey`, locks are signed with it.
 */
export function openReleaseStore(
  dir: string,
  say: (line: string) => void = printLine,
  promotionTimeoutMs = PROMOTION_TIMEOUT_MS,
  signingKey?: KeyObject,
): ReleaseStore {
  const releasesDir = join(dir, 'releases');
  const locksDir = join(dir, 'locks');
  const pointer = join(locksDir, LOCK_POINTER);
  const promotion = join(locksDir, 'promotion');
  mkdirSync(releasesDir, { recursive: true });
  mkdirSync(locksDir, { recursive: true });

  const pointed = () => (existsSync(pointer) ? readLockPointer(readFileSync(pointer, 'utf8')) : undefined);
  const pointedId = () => (existsSync(pointer) ? (pointed()?.lock ?? '') : undefined);
  const lockPath = (id: string) => join(locksDir, `${id}.json`);
  const readLock = (id: string): LockRecord => {
    const lock = readLockRecord(JSON.parse(readFileSync(lockPath(id), 'utf8')));
    if (lock.id !== id)
      throw new LockAltered(`${lockPath(id)} was changed after it was made: it holds lock ${lock.id}.`);
    return lock;
  };
  const readRelease = ({ name, release: id }: ReleaseKey): Release => {
    const release = readManifest(join(releasesDir, name, id));
    if (release.name !== name || release.release !== id || !hasOwnId(release))
      throw new ReleaseAltered({ name, release: id }, ['release.json is another']);
    return release;
  };
  const movePointer = (id: string, api = API_VERSION): void => {
    const { shell, remotes } = readLock(id);
    const reasons = apiMisfits([shell, ...remotes].map(readRelease), api);
    if (reasons.length > 0) throw new LockRefused(reasons);
    const { switchedOff = [], lock } = pointed() ?? {};
    if (lock !== id) writeInOneStep(pointer, lockPointerText({ lock: id, canary: null, switchedOff }));
  };
  const usableLock = (): LockRecord | undefined => {
    try {
      return store.currentLock();
    } catch (error) {
      say(`The active lock cannot be used; releases that only it names are left out: ${String(error)}`);
      return undefined;
    }
  };
  const place = (key: ReleaseKey): PlacedRelease => ({
    release: readRelease(key),
    baseUrl: `/releases/${key.name}/${key.release}/`,
  });

  const keepLock = (active: LockRecord | undefined, parts: LockParts, maker: Required<LockMaker>): LockRecord => {
    const origin = { base: active?.id ?? null, createdAt: new Date(), ...maker };
    const composed = composeLock(place(parts.shell), parts.remotes.map(place), origin);
    if (active !== undefined && hasSameParts(active, composed)) return active;
    const lock = signingKey === undefined ? composed : signLock(composed, signingKey);
    writeInOneStep(lockPath(lock.id), `${JSON.stringify(lock, null, 2)}\n`);
    return lock;
  };

  const store: ReleaseStore = {
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
    currentLock() {
      const id = pointedId();
      return id === undefined ? undefined : readLock(id);
    },
    compose(shell, remotes, { createdBy = 'checkout', reason = '' } = {}) {
      return keepLock(usableLock(), { shell, remotes }, { createdBy, reason });
    },
    promote: (id, api) => exclusively(promotion, promotionTimeoutMs, () => movePointer(id, api)),
    promoteChange: (change, api) =>
      exclusively(promotion, promotionTimeoutMs, () => {
        const active = usableLock();
        const lock = keepLock(active, change(active), { createdBy: 'checkout', reason: '' });
        movePointer(lock.id, api);
        return lock;
      }),
    lockIds: () =>
      readdirSync(locksDir)
        .filter((name) => name.endsWith('.json'))
        .map((name) => name.slice(0, -'.json'.length)),
  };
  return store;
}
