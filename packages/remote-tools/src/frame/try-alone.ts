import { cpSync, mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { API_VERSION, CONTRACT_VERSION, type Release } from '@cytocomm/contract';
import { composeLock, type PlacedRelease, publicLockOf } from '@cytocomm/releases';
import { runTrial, startBrowser, TRIAL_TIMES, type TrialFinds, type TrialTimes } from '@cytocomm/trial-run';
import type { Configuration, Stats } from 'webpack';
import { filesOfChunkGroups, runWebpack, writeManifest } from '../build.ts';
import { passingFolder } from '../passing-folder.ts';
import { serverConfig } from '../server-config.ts';
import { NAMED_PACKAGES, sharedVersions } from '../shared-scope.ts';
import { baseConfig } from '../webpack-config.ts';
import { startFrameSite } from './frame-site.ts';

/** Returns the names that the shared packages in a build of the frame export, in order, by package. */
function givenNames({ compilation }: Stats): NonNullable<Release['sharedNames']> {
  const { moduleGraph, modules } = compilation;
  const names: Record<string, string[]> = {};
  for (const module of modules)
    for (const { dependency, module: imported } of moduleGraph.getOutgoingConnections(module)) {
      const request = dependency && 'request' in dependency ? dependency.request : undefined;
      if (typeof request !== 'string' || request in names || !NAMED_PACKAGES.includes(request)) continue;
      const provided = moduleGraph.getProvidedExports(imported);
      if (Array.isArray(provided)) names[request] = provided.toSorted();
    }
  return names;
}

/** Without its ending, which is another one where the package is installed. */
const PAGE = join(import.meta.dirname, 'page');
const ENTRY = 'frame';

/** It is made for one trial, and never published. */
const VERSION = '1.0.0';

/** As in production, but not minified: it is loaded locally. */
function frameConfig(dir: string, outDir: string): Configuration {
  const base = baseConfig(dir, 'shell', 'production', outDir);
  return {
    ...base,
    name: 'frame',
    entry: { [ENTRY]: join(PAGE, 'main') },
    optimization: { ...base.optimization, minimize: false, concatenateModules: false },
  };
}

/**
 * Builds the frame in which a remote is tried alone, with the shared packages that are installed for `dir`, into `outDir`, for
 * browser and server, as a release in the place of the shell. Throws BuildFailed, NotInstalled.
 */
async function buildFrame(dir: string, outDir: string): Promise<Release> {
  mkdirSync(outDir, { recursive: true });
  const server = { ...serverConfig(dir, 'shell', 'production', outDir), entry: join(PAGE, 'server') };
  const stats = await runWebpack(frameConfig(dir, outDir), server);
  const { [ENTRY]: files = { scripts: [], styles: [] } } = filesOfChunkGroups(stats, [ENTRY]);
  const [entry = ''] = files.scripts.slice(-1);
  return writeManifest(outDir, {
    name: 'shell',
    title: 'Plain frame',
    version: VERSION,
    contract: CONTRACT_VERSION,
    api: `^${API_VERSION}`,
    entry,
    shared: sharedVersions(dir),
    sharedNames: givenNames(stats),
    components: { Main: files },
    contributions: { routes: [], links: [], sections: [], overlays: [] },
  });
}

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
