import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { lockPublicKey, openReleaseDesk, readConfig } from '@cytocomm/api';
import type { LockItem } from '@cytocomm/contract';
import { describeRelease, readManifest } from '@cytocomm/releases';
import { latestBuild } from '@cytocomm/remote-tools';
import { runTrialProcess } from '@cytocomm/trials';
import { z } from 'zod';
import { liveLock, startPortal } from './portal/portal.ts';
import { ROOT, startWeb } from './portal/processes.ts';
import { alone, median, milliseconds, type Part, percentile, type Target, timeOf } from './report.ts';

const FULL = { published: 10, promoted: 30 };
const SMOKE = { published: 1, promoted: 1 };
const VISIBLE_TIMEOUT_MS = 20_000;
const MAX_TRIAL_MS = 120_000;
const REMOTE = 'mfe-investor';
const MAKER = { actor: 'npm run bench', from: '', userAgent: '' };
const secretsSchema = z.record(z.string(), z.string());
/** Of what is promoted or rolled back, at a new visitor of every web process, at the 95th percentile. */
const CHANGE_TARGET: Target = { atMost: 1000 };
const TRIED_TARGET: Target = { atMost: 10_000 };

/** Makes further releases of a build: each has a version of its own and one script that no other has. */
function makeReleases(distDir: string, workDir: string, kind: number, count: number) {
  const { release: _id, files: _files, ...facts } = readManifest(distDir);
  return Array.from({ length: count }, (_, each) => {
    const version = `${kind}.0.${each}`;
    const dir = mkdtempSync(join(workDir, 'release-'));
    cpSync(distDir, dir, { recursive: true });
    const entry = join(dir, facts.entry);
    appendFileSync(entry, `\n/* ${version} */\n`);
    for (const twin of ['br', 'gz']) rmSync(`${entry}.${twin}`, { force: true });
    const described = describeRelease(dir, { ...facts, version });
    writeFileSync(join(dir, 'release.json'), JSON.stringify(described));
    return { dir, release: described.release };
  });
}

/** Waits until a new visitor's Home of each process is made of a lock. Throws after 20 s. */
async function untilVisible({ id }: LockItem, urls: readonly string[]): Promise<void> {
  const deadline = performance.now() + VISIBLE_TIMEOUT_MS;
  await Promise.all(
    urls.map(async (url) => {
      for (;;) {
        const page = await fetch(url);
        await page.arrayBuffer();
        if (page.headers.get('X-Portal-Lock') === id) return;
        if (performance.now() > deadline) throw new Error(`${url} does not serve lock ${id}`);
        await pause(10);
      }
    }),
  );
}

/**
 * Publishes, promotes and rolls back releases of one remote over the database of a portal, and times each until new visitors of two
 * further web processes, which follow it, have it. Each release is new to them when it is promoted.
 */
export const releases: Part = async ({ workDir, smoke, say, chromium }) => {
  const size = smoke ? SMOKE : FULL;
  await using started = new AsyncDisposableStack();
  mkdirSync(workDir, { recursive: true });
  const dir = mkdtempSync(join(workDir, 'followers-'));
  started.defer(() => rmSync(dir, { recursive: true, force: true }));
  const dataDir = join(workDir, 'portal');
  const { url: API_URL, mongoUri: MONGODB_URI, ...portal } = await startPortal(dataDir);
  started.use(portal);
  // The portal has built it.
  const built = latestBuild(join(ROOT, REMOTE));
  if (!built) throw new Error(`${REMOTE} was not built`);
  const secrets = secretsSchema.parse(JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8')));
  const environment = { ...secrets, NODE_ENV: 'test', MONGODB_URI, SMTP_URL: 'smtp://127.0.0.1', PUBLIC_URL: API_URL };
  const LOCK_PUBLIC_KEYS = lockPublicKey(readConfig(environment));
  const urls: string[] = [];
  for (const name of ['one', 'two']) {
    const folders = { RELEASES_DIR: join(dir, name, 'releases'), LOCKS_DIR: join(dir, name, 'locks') };
    const settings = { PUBLIC_URL: 'https://portal.example', MONGODB_URI, LOCK_PUBLIC_KEYS, API_URL };
    urls.push(started.use(await startWeb({ ...settings, ...folders })).url);
  }

  const desk = started.use(await openReleaseDesk(environment));
  const publish = async (folder: string) => {
    const { gate, release } = (await desk.releases.publishFolder(folder, MAKER.actor)).release;
    if (gate.outcome !== 'passed') throw new Error(`the gate did not pass ${release}: ${JSON.stringify(gate)}`);
  };
  const promote = async (release: string) =>
    desk.locks.promote({ base: (await desk.locks.live({})).id, set: [{ remote: REMOTE, release }] }, MAKER);
  await untilVisible(await desk.locks.live({}), urls);
  const timed = (change: () => Promise<LockItem>) => timeOf(async () => untilVisible(await change(), urls));
  const [publishMs, promoteMs, rollBackMs]: [number[], number[], number[]] = [[], [], []];
  say('  publishing');
  for (const each of makeReleases(built.distDir, dir, 7, size.published))
    publishMs.push(await timed(() => publish(each.dir).then(() => promote(each.release))));
  const variants = [{ words: 'live', lock: await liveLock({ url: API_URL }) }];
  const plan = { remotes: [REMOTE], releasesDir: join(dataDir, 'releases'), variants };
  const order = { plan, chromium: chromium(), isSandboxed: false };
  const trialMs = await timeOf(async () => {
    const end = await runTrialProcess(order, MAX_TRIAL_MS, AbortSignal.timeout(MAX_TRIAL_MS));
    if (!('faults' in end) || end.faults.length > 0) throw new Error(`the trial failed: ${JSON.stringify(end)}`);
  });
  say('  promoting and rolling back');
  const promoted = makeReleases(built.distDir, dir, 8, size.promoted);
  for (const each of promoted) await publish(each.dir);
  for (const { release } of promoted) promoteMs.push(await timed(() => promote(release)));
  for (const _ of promoted) rollBackMs.push(await timed(() => desk.locks.rollBack({ remote: REMOTE }, MAKER)));

  const row = (label: string, ms: number, target?: Target) => alone('releases', label, milliseconds, ms, target);
  const rows = [
    row(`publish to visible, median of ${publishMs.length}`, median(publishMs)),
    row(`publish with trial run, ${REMOTE}`, median(publishMs) + trialMs, TRIED_TARGET),
    row(`promotion, p95 of ${promoteMs.length}`, percentile(promoteMs, 0.95), CHANGE_TARGET),
    row(`roll back, p95 of ${rollBackMs.length}`, percentile(rollBackMs, 0.95), CHANGE_TARGET),
  ];
  return { rows, figures: { publishMs, trialMs, promoteMs, rollBackMs } };
};
