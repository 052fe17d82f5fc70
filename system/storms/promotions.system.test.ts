import type { ReleaseDesk } from '@cytocomm/api';
import { publishBuilds } from '../../tools/commands/portal/publish-builds.ts';
import { type OwnPortal, startOwnPortal } from '../../tools/commands/testing/own-portal.ts';
import { fakeBuild } from '../../tools/commands/testing/release-builds.ts';
import { untilVisitorsGet, visitPage } from '../testing/visit.ts';

// STORM_PROMOTIONS and STORM_VISITORS make it as long and as hard as wanted.
const PROMOTIONS = Number(process.env.STORM_PROMOTIONS ?? 12);
const VISITORS = Number(process.env.STORM_VISITORS ?? 10);
const MAKER = { actor: 'storm', from: '', userAgent: '' };
const REMOTES = ['mfe-lab', 'mfe-shop', 'mfe-field'];

let portal: OwnPortal;
beforeAll(async () => {
  portal = await startOwnPortal();
});
afterAll(() => portal[Symbol.asyncDispose]());

/** Changes what is live once: a new release, an earlier lock, or one remote back. Returns the id of the live lock. */
async function change({ locks, releases }: ReleaseDesk, turn: number): Promise<string> {
  const live = await locks.live({});
  const name = REMOTES[turn % REMOTES.length] ?? '';
  if (turn % 4 === 2) {
    const to = await locks.lockBeforeLive();
    if (to !== undefined) return (await locks.rollBack({ to }, MAKER)).id;
  }
  if (turn % 8 === 7) {
    const { items } = await locks.list(10, undefined);
    const before = items.find(({ id, remotes }) => id !== live.id && remotes.some((remote) => remote.name === name));
    if (before !== undefined) return (await locks.rollBack({ to: before.id }, MAKER)).id;
  }
  const version = `1.0.${turn + 1}`;
  const { release, distDir, checks } = fakeBuild(portal.dir, name, { version, content: `turn-${turn}` });
  await releases.publishFolder(distDir, MAKER.actor, checks);
  return (await locks.promote({ base: live.id, set: [{ remote: name, release: release.release }] }, MAKER)).id;
}

test('no load fails and no page is mixed while what is live changes', async () => {
  const builds = ['shell', ...REMOTES].map((name) => fakeBuild(portal.dir, name));
  const first = await publishBuilds(portal.desk, builds, { by: 'storm', reason: 'the first' });
  const webs = await Promise.all(['one', 'two'].map((folder) => portal.startWeb(folder)));
  const urls = webs.map(({ url }) => url);
  await untilVisitorsGet(first.id, urls);

  let isOver = false;
  const failures: string[] = [];
  const seen = new Set<string>();
  let loads = 0;
  let prerendered = 0;
  let files = 0;
  const pick = <Item>(items: readonly Item[], turn: number) => items[turn % items.length] as Item;
  const visitors = Array.from({ length: VISITORS }, async (_, visitor) => {
    for (let turn = visitor; !isOver; turn += 1) {
      const path = `/${pick(REMOTES, turn).slice(4)}`;
      try {
        const visit = await visitPage(pick(urls, turn), pick(urls, turn >> 1), path);
        seen.add(visit.lock.id);
        loads += 1;
        files += visit.files;
        prerendered += Number(visit.isPrerendered);
      } catch (error) {
        failures.push(String(error));
      }
    }
  });
  let live = first.id;
  try {
    for (let turn = 0; turn < PROMOTIONS; turn += 1) {
      live = await change(portal.desk, turn);
      // Every other one comes before visitors have seen the one before.
      if (turn % 2 === 0) await untilVisitorsGet(live, urls);
    }
    await untilVisitorsGet(live, urls);
  } finally {
    isOver = true;
    await Promise.all(visitors);
  }
  process.stdout.write(
    `${PROMOTIONS} changes, ${VISITORS} visitors: ${loads} loads (${prerendered} prerendered), ${files} files, ${seen.size} locks seen, ${failures.length} failed\n`,
  );
  expect(failures).toEqual([]);
  expect(seen.size).toBeGreaterThan(PROMOTIONS / 2);
}, 600_000);
