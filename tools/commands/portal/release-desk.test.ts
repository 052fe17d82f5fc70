import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type OwnPortal, startOwnPortal } from '../testing/own-portal.ts';
import { fakeBuild } from '../testing/release-builds.ts';
import { openDesk } from './database.ts';
import { publishBuilds } from './publish-builds.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'release-desk-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

describe('over a database that runs', () => {
  let portal: OwnPortal;
  beforeAll(async () => {
    portal = await startOwnPortal();
    await publishBuilds(portal.desk, [fakeBuild(portal.dir, 'shell')], { by: 'a test', reason: '' });
  });
  afterAll(() => portal[Symbol.asyncDispose]());

  test('MONGODB_URI names it, and the secrets of the data folder sign', async () => {
    const { MONGODB_URI, NODE_ENV, SESSION_SECRET, TOKEN_SECRET } = portal.settings;
    writeFileSync(join(dir, 'secrets.json'), JSON.stringify({ SESSION_SECRET, TOKEN_SECRET }));
    await using desk = await openDesk({ DATA_DIR: dir, NODE_ENV, MONGODB_URI });
    const live = await desk.locks.live({});
    expect(live).toEqual(await portal.desk.locks.live({}));
    const next = fakeBuild(portal.dir, 'mfe-lab');
    const promoted = await publishBuilds(desk, [next], { by: 'another', reason: '' });
    await expect(portal.desk.locks.live({})).resolves.toEqual(promoted);
  });
});

test('in production nothing is promoted without the key that signs', async () => {
  await using portal = await startOwnPortal();
  const { MONGODB_URI, SESSION_SECRET, TOKEN_SECRET } = portal.settings;
  const production = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://portal.example',
    MAIL_FROM: 'a@portal.example',
    CONTACT_EMAIL: 'hello@portal.example',
  };
  await using desk = await openDesk({ ...production, DATA_DIR: dir, MONGODB_URI, SESSION_SECRET, TOKEN_SECRET });
  const shell = fakeBuild(portal.dir, 'shell');
  await expect(publishBuilds(desk, [shell], { by: 'a test', reason: '' })).rejects.toThrow('LOCK_SIGNING_KEY');
});

test('the database of a data folder is started, and ends with the desk', async () => {
  await using kept = await startOwnPortal();
  const { NODE_ENV, SESSION_SECRET, TOKEN_SECRET } = kept.settings;
  const lock = await publishBuilds(kept.desk, [fakeBuild(kept.dir, 'shell')], { by: 'a test', reason: '' });
  await kept.stopDatabase();
  writeFileSync(join(kept.dataDir, 'secrets.json'), JSON.stringify({ SESSION_SECRET, TOKEN_SECRET }));
  for (const turn of ['first', 'second']) {
    await using desk = await openDesk({ DATA_DIR: kept.dataDir, NODE_ENV });
    expect([turn, (await desk.locks.live({})).id]).toEqual([turn, lock.id]);
  }
});

test('a data folder without a database is named, and gets none', async () => {
  await expect(openDesk({ DATA_DIR: dir, NODE_ENV: 'test' })).rejects.toThrow(`the data folder ${dir}`);
});
