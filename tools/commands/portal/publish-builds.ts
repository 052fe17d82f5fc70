import { cpSync, existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ApiError, type ReleaseDesk } from '@cytocomm/api';
import { RELEASE_MANIFEST } from '@cytocomm/composition';
import type { LockItem } from '@cytocomm/contract';
import { withVersion } from '@cytocomm/releases';
import type { WorkspaceBuild } from '@cytocomm/remote-tools';
import { CannotStart } from './settings.ts';

/** What stands behind the version of a release that was made from a checkout and not published by its team. */
const PRERELEASE = 'dev';

/**
 * Returns a build under a prerelease version of its own (`1.4.0` becomes `1.4.0-dev`), so that a working copy can be
 * published again with other content and never takes the version that its team will publish. The copy is made once, beside the build.
 */
export function asWorkingCopy({ release, distDir, checks }: WorkspaceBuild): WorkspaceBuild {
  const renamed = withVersion(release, `${release.version}-${PRERELEASE}`);
  const target = join(dirname(distDir), renamed.release);
  if (!existsSync(target)) {
    const draft = `${target}.${process.pid}.draft`;
    rmSync(draft, { recursive: true, force: true });
    cpSync(distDir, draft, { recursive: true });
    writeFileSync(join(draft, RELEASE_MANIFEST), `${JSON.stringify(renamed, null, 2)}\n`);
    try {
      renameSync(draft, target);
    } catch (error) {
      // Another process made the same copy meanwhile.
      rmSync(draft, { recursive: true });
      if (!existsSync(target)) throw error;
    }
  }
  const named = checks?.map((check) => ({
    ...check,
    message: check.message.replaceAll(release.release, renamed.release),
  }));
  return { release: renamed, distDir: target, checks: named };
}

/** How often a promotion is made again when somebody else was faster. */
const MAX_TRIES = 5;

/** Who promotes, and why. */
export interface BuildPromotion {
  readonly by: string;
  readonly reason: string;
}

function isProblem(error: unknown, code: ApiError['code']): boolean {
  return error instanceof ApiError && error.code === code;
}

async function publish(
  { releases }: ReleaseDesk,
  { release, distDir, checks }: WorkspaceBuild,
  by: string,
): Promise<void> {
  const stored = await releases.find(release.name, release.release);
  // What was refused may pass now: its remote may have been allowed more.
  const passed = stored?.gate.outcome === 'passed' ? stored : undefined;
  const { gate } = passed ?? (await releases.publishFolder(distDir, by, checks)).release;
  if (gate.outcome === 'passed') return;
  const faults = gate.checks.filter(({ outcome }) => outcome === 'refused').map(({ message }) => `  ${message}`);
  throw new CannotStart(`The gate refused ${release.name} ${release.version}:\n${faults.join('\n')}`);
}

/** Returns the live lock; undefined before the first. */
export async function liveLock({ locks }: ReleaseDesk): Promise<LockItem | undefined> {
  try {
    return await locks.live({});
  } catch (error) {
    if (isProblem(error, 'not-found')) return undefined;
    throw error;
  }
}

/** Returns the live lock, to promote from it. Throws CannotStart with what to do when it cannot be used. */
async function liveLockToPromote(desk: ReleaseDesk): Promise<LockItem | undefined> {
  try {
    return await liveLock(desk);
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'conflict')) throw error;
    const ways = 'npm run release -- rollback, or, where no earlier lock can be used, npm run release -- replace';
    throw new CannotStart(`${error.message} (${ways})`, { cause: error });
  }
}

/** Returns the live lock signed by the present key. While a canary runs, or without a key, it stays as it is. */
async function signedByPresentKey({ locks }: ReleaseDesk, live: LockItem, by: string): Promise<LockItem> {
  try {
    return await locks.signAnew('Signed by another key', { actor: by, from: '', userAgent: '' });
  } catch (error) {
    if (isProblem(error, 'conflict') || isProblem(error, 'unavailable')) return live;
    throw error;
  }
}

/** Publishes builds and promotes them alone, in the place of a lock that cannot be used. Throws CannotStart and ApiError. */
export async function replaceLive(
  desk: ReleaseDesk,
  builds: readonly WorkspaceBuild[],
  { by, reason }: BuildPromotion,
): Promise<LockItem> {
  await Promise.all(builds.map((build) => publish(desk, build, by)));
  const set = builds.map(({ release: { name, release } }) => ({ remote: name, release }));
  return desk.locks.replace({ set, reason }, { actor: by, from: '', userAgent: '' });
}

/**
 * Publishes builds and promotes the live lock with them; remotes that are not among them stay.
 * Returns the live lock, which is the one before where nothing changes and the present key has signed it. Throws CannotStart when the gate refuses a build,
 * ApiError when they do not fit together.
 */
export async function publishBuilds(
  desk: ReleaseDesk,
  builds: readonly WorkspaceBuild[],
  { by, reason }: BuildPromotion,
): Promise<LockItem> {
  await Promise.all(builds.map((build) => publish(desk, build, by)));
  for (let tries = 1; ; tries += 1) {
    const live = await liveLockToPromote(desk);
    const parts = new Map([...(live ? [live.shell, ...live.remotes] : [])].map(({ name, release }) => [name, release]));
    const set = builds
      .filter(({ release }) => parts.get(release.name) !== release.release)
      .map(({ release }) => ({ remote: release.name, release: release.release }));
    const maker = { actor: by, from: '', userAgent: '' };
    try {
      if (live && set.length === 0) return await signedByPresentKey(desk, live, by);
      return await desk.locks.promote({ base: live?.id ?? null, set, reason }, maker);
    } catch (error) {
      if (tries === MAX_TRIES || !isProblem(error, 'lock-moved')) throw error;
    }
  }
}
