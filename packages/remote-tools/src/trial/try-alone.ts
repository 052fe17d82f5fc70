import { cpSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { Release } from '@cytocomm/contract';
import { composeLock, type PlacedRelease, publicLockOf } from '@cytocomm/releases';
import { runTrial, startBrowser, TRIAL_TIMES, type TrialFinds, type TrialTimes } from '@cytocomm/trial-run';
import { buildFrame } from '../frame/frame-build.ts';
import { passingFolder } from '../passing-folder.ts';
import { startFrameSite } from './frame-site.ts';

const FRAME = 'a plain frame';

/** A build that is tried. */
interface BuiltRemote {
  readonly release: Release;
  /** The folder of its files. */
  readonly distDir: string;
}

const placed = (release: Release): PlacedRelease => ({
  release,
  baseUrl: `/releases/${release.name}/${release.release}/`,
});

/** Brings the frame, and remotes with the files of their builds, into one folder. Returns the lock that they make. */
async function lockIn(releasesDir: string, dir: string, built: readonly BuiltRemote[]) {
  const draft = join(releasesDir, '.frame');
  const frame = await buildFrame(dir, draft);
  cpSync(draft, join(releasesDir, frame.name, frame.release), { recursive: true });
  for (const { release, distDir } of built)
    cpSync(distDir, join(releasesDir, release.name, release.release), { recursive: true });
  const origin = { base: null, createdAt: new Date(), createdBy: 'portal gate', reason: '' };
  const remotes = built.map(({ release }) => placed(release));
  return publicLockOf(composeLock(placed(frame), remotes, origin));
}

/**
 * Tries every page, section and overlay of builds in a plain frame, in the Chromium at `executablePath`, as a portal tries them under
 * its shells. The shared packages are those that are installed for `dir`. Throws BuildFailed, LockRefused; rejects when
 * Chromium does not start, or ends.
 */
export async function tryAlone(
  dir: string,
  built: readonly BuiltRemote[],
  executablePath: string,
  times: TrialTimes = TRIAL_TIMES,
): Promise<TrialFinds> {
  await using stack = new AsyncDisposableStack();
  const folder = passingFolder('portal-gate-');
  stack.defer(folder.remove);
  const releasesDir = realpathSync(folder.path);
  const lock = await lockIn(releasesDir, dir, built);
  // As in a container, where its own walls cannot be built: what is tried is the team's own code.
  const browser = await startBrowser(executablePath, false);
  stack.defer(() => browser.close().catch(() => undefined));
  const remotes = built.map(({ release }) => release.name);
  return await runTrial(browser, { remotes, releasesDir, variants: [{ words: FRAME, lock }] }, times, startFrameSite);
}
