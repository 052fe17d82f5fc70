import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { lockPublicKey, readConfig } from '@cytocomm/api';
import type { WorkspaceBuild } from '@cytocomm/remote-tools';
import { lockFolder } from '@cytocomm/web';
import { z } from 'zod';
import { type RunningPortal, startPortal } from '../portal/running-portal.ts';
import { measureReleaseFiles, type ReleaseFileFigures } from '../release-files/measure.ts';
import { type Store, startWeb } from '../release-files/servers.ts';
import { type ChangeTimes, timeChanges, timePublishing } from './changes.ts';
import { makeReleases, type NewRelease } from './new-releases.ts';
import { measurePage, type PageFigures } from './page.ts';
import { formTeam, type Team } from './team.ts';
import { startRunner } from './trials.ts';

const PUBLISHED = 10;
const PROMOTED = 30;
const TRIED = 3;

/** How fast releases reach visitors, and how fast they and pages are served. */
export interface ReleaseFigures {
  readonly changes: ChangeTimes;
  /** From the start of an upload until its trial run has ended and a new visitor of every web process gets it, in ms; none without a Chromium. */
  readonly triedMs: readonly number[];
  readonly page: PageFigures;
  /** Undefined where nginx is not installed. */
  readonly file: ReleaseFileFigures | undefined;
}

/** Returns the settings by which web processes follow the portal's database. */
function settingsOf({ mongoUri, url }: RunningPortal, dataDir: string): Record<string, string> {
  const secrets = z
    .record(z.string(), z.string())
    .parse(JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8')));
  const config = readConfig({
    ...secrets,
    NODE_ENV: 'test',
    MONGODB_URI: mongoUri,
    SMTP_URL: 'smtp://127.0.0.1',
    PUBLIC_URL: url,
  });
  return { MONGODB_URI: mongoUri, LOCK_PUBLIC_KEYS: lockPublicKey(config), API_URL: url };
}

async function timeTried(
  team: Team,
  mongoUri: string,
  urls: readonly string[],
  releases: readonly NewRelease[],
): Promise<readonly number[]> {
  await using runner = await startRunner(mongoUri);
  if (!runner) return [];
  const publish = async (release: NewRelease) => {
    const { checks } = await team.publish(release);
    const trial = checks.find(({ rule }) => rule === 'trial-run');
    if (trial?.outcome !== 'passed') throw new Error(`there was no trial run: ${trial?.message}`);
  };
  return await timePublishing({ ...team, publish }, urls, releases);
}

function storeIn(dir: string): Store {
  const store = { releasesDir: join(dir, 'releases'), locksDir: join(dir, 'locks') };
  for (const folder of Object.values(store)) mkdirSync(folder, { recursive: true });
  return store;
}

/**
 * Publishes, promotes and rolls back releases of one remote on a portal as `npm start` starts it, while two further web
 * processes follow its database; then asks one of them for a file and a page.
 */
export async function measureReleases(
  { distDir, release }: WorkspaceBuild,
  workDir: string,
  rounds: number,
  say: (line: string) => void,
): Promise<ReleaseFigures> {
  if (process.platform !== 'linux') throw new Error('processor times can be read on Linux only');
  await using started = new AsyncDisposableStack();
  const dir = join(workDir, 'followers');
  rmSync(dir, { recursive: true, force: true });
  started.defer(() => rmSync(dir, { recursive: true, force: true }));
  const dataDir = join(workDir, 'portal');
  const portal = started.use(await startPortal(dataDir));
  const settings = settingsOf(portal, dataDir);
  const stores = ['one', 'two'].map((name) => storeIn(join(dir, name)));
  const webs = await Promise.all(stores.map(async (store) => started.use(await startWeb(store, '/', settings))));
  const [web, store] = [webs[0], stores[0]];
  if (!web || !store) throw new Error('no web process was started');

  say('  publishing, promoting, rolling back');
  const team = await formTeam(portal, release.name);
  const versions = (kind: number, count: number) => Array.from({ length: count }, (_, each) => `${kind}.0.${each}`);
  const published = await makeReleases(distDir, dir, versions(7, PUBLISHED));
  const promoted = await makeReleases(distDir, dir, versions(8, PROMOTED));
  const urls = webs.map(({ port }) => `http://127.0.0.1:${port}/`);
  const changes = await timeChanges(team, urls, published, promoted);
  say('  publishing with the trial run');
  const triedMs = await timeTried(team, portal.mongoUri, urls, await makeReleases(distDir, dir, versions(9, TRIED)));
  say('  a page');
  const page = await measurePage(web, dir, rounds);
  say('  a release file');
  const lock = await lockFolder(store.locksDir).current();
  return { changes, triedMs, page, file: await measureReleaseFiles(web, store.releasesDir, lock, dir, rounds, say) };
}
