import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { PROGRAM_ENVIRONMENT } from '../../services/api/src/testing/processes.ts';
import { startPortal } from '../../tools/commands/portal/portal.ts';
import { publishBuilds } from '../../tools/commands/portal/publish-builds.ts';
import { CannotStart, readSettings } from '../../tools/commands/portal/settings.ts';
import { startStack } from '../../tools/commands/stack/stack.ts';
import { type OwnPortal, startOwnPortal } from '../../tools/commands/testing/own-portal.ts';
import { fakeBuild } from '../../tools/commands/testing/release-builds.ts';
import { bringProgram } from '../testing/system-program.ts';

// A secret that is replaced as docs/run-it/secrets.md says takes no page away; one that is gone, or an altered lock, is told.

const WHO = { by: 'a test', reason: '' };
const NEW_SECRET = 'n'.repeat(32);
const SCRATCH = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

let dir: string;
let portal: OwnPortal;
let builds: readonly ReturnType<typeof fakeBuild>[];
let isStopped: AsyncDisposableStack;
const before = { ...process.env };
beforeEach(async () => {
  isStopped = new AsyncDisposableStack();
  dir = mkdtempSync(join(SCRATCH, 'replaced-secret-'));
  portal = isStopped.use(await startOwnPortal());
  builds = ['shell', 'mfe-lab'].map((name) => fakeBuild(portal.dir, name));
  await publishBuilds(portal.desk, builds, WHO);
});
afterEach(async () => {
  process.env = { ...before };
  await isStopped.disposeAsync();
  rmSync(dir, { recursive: true, force: true });
});

const promote = (desk: typeof portal.desk) => publishBuilds(desk, builds, WHO);
const settingsOf = (name: string, given: Readonly<Record<string, string>>) => {
  const { PUBLIC_URL: _, ...own } = portal.settings;
  return { ...own, PORT: '0', DATA_DIR: join(dir, name), ...given };
};

/** Starts the stack over the portal's database, for as long as the test runs. */
async function stack(given: Readonly<Record<string, string>>) {
  bringProgram('nginx');
  const settings = settingsOf('stack', given);
  const started = await startStack({
    settings: readSettings(settings),
    given: { ...PROGRAM_ENVIRONMENT, ...settings },
    promote,
    say: () => undefined,
  });
  isStopped.defer(() => started.stop());
  return started.url;
}

/** Starts what `npm start` does over the portal's database, for as long as the test runs. */
async function start(given: Readonly<Record<string, string>>) {
  const settings = settingsOf('start', given);
  Object.assign(process.env, settings);
  const folders = {
    RELEASES_DIR: join(settings.DATA_DIR, 'releases'),
    LOCKS_DIR: join(settings.DATA_DIR, 'locks'),
  };
  const started = await startPortal(
    readSettings(settings),
    () => undefined,
    async () => {
      for (const folder of Object.values(folders)) mkdirSync(folder, { recursive: true });
      return { folders, promote };
    },
  );
  isStopped.defer(() => started.stop());
  return started.addresses.url;
}

const STARTS = [
  ['npm run stack', stack],
  ['npm start', start],
] as const;

test.each(STARTS)(
  '%s: a token secret that is replaced takes no page away',
  async (_name, run) => {
    const old = await portal.desk.locks.live({});
    const url = await run({ TOKEN_SECRET: NEW_SECRET, TOKEN_SECRET_PREVIOUS: portal.settings.TOKEN_SECRET ?? '' });
    // Each of two processes.
    for (let turn = 0; turn < 4; turn += 1) expect((await fetch(`${url}/lab`)).status).toBe(200);
    const client = await MongoClient.connect(portal.settings.MONGODB_URI ?? '');
    const live = await client.db().collection<{ _id: string; lock: string }>('live_lock').findOne({ _id: 'live' });
    await client.close();
    expect(live?.lock).not.toBe(old.id);
  },
  120_000,
);

test.each(STARTS)(
  '%s: without the earlier secret one sentence says what to do',
  async (_name, run) => {
    const failure: unknown = await run({ TOKEN_SECRET: NEW_SECRET }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(CannotStart);
    expect(String(failure)).toMatch(/TOKEN_SECRET_PREVIOUS.*npm run release -- rollback.*npm run release -- replace/);
  },
  120_000,
);

test.each(STARTS)(
  '%s: a live lock that was altered is told in a sentence',
  async (_name, run) => {
    const client = await MongoClient.connect(portal.settings.MONGODB_URI ?? '');
    await client
      .db()
      .collection('locks')
      .updateMany({}, { $set: { reason: 'altered' } });
    await client.close();
    const failure: unknown = await run({}).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(CannotStart);
    expect(String(failure)).toMatch(/was altered in the database.*npm run release -- rollback/);
  },
  120_000,
);
