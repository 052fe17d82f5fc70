import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openReleaseDesk } from '@cytocomm/api';
import { until } from '../../services/api/src/testing/clock.ts';
import { publishBuilds } from '../../tools/commands/portal/publish-builds.ts';
import { type OwnPortal, type OwnProcess, runScript, startOwnPortal } from '../../tools/commands/testing/own-portal.ts';
import { fakeBuild } from '../../tools/commands/testing/release-builds.ts';
import { ROOT } from '../../tools/commands/workspaces.ts';

// "Another key for locks" of docs/run-it/secrets.md, by its commands and in its order, in production mode.

const TIMEOUT_MS = 60_000;

let portal: OwnPortal;
beforeAll(async () => {
  portal = await startOwnPortal();
});
afterAll(() => portal[Symbol.asyncDispose]());

/** Returns the commands of the document. */
function commands(): string {
  const text = readFileSync(join(ROOT, 'docs', 'run-it', 'secrets.md'), 'utf8');
  const section = text.slice(text.indexOf('## Another key for locks'));
  const [, block] = /```\n([^`]*)```/.exec(section) ?? [];
  if (block === undefined) throw new Error('There are no commands.');
  return block;
}

const fileOf = (name: string) => readFileSync(join(portal.dir, 'secrets', name), 'utf8');
const production = (given: Readonly<Record<string, string>>) => ({
  ...portal.settings,
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://portal.example',
  MAIL_FROM: 'portal@portal.example',
  CONTACT_EMAIL: 'hello@portal.example',
  ...given,
});
const startWeb = (folder: string, LOCK_PUBLIC_KEYS: string) =>
  portal.startWeb(folder, { NODE_ENV: 'production', PUBLIC_URL: 'https://portal.example', LOCK_PUBLIC_KEYS });
const startApi = (given: Readonly<Record<string, string>>) => portal.startApi(production(given));

/** Returns which lock a page is of. */
async function lockOf({ url }: OwnProcess): Promise<string | undefined> {
  const page = await fetch(`${url}/lab`);
  expect(page.status).toBe(200);
  return /"id":"([0-9a-f]{64})"/.exec(await page.text())?.[1];
}

test('the key that signs locks is replaced by the commands and in the order of the document', async () => {
  const secrets = join(portal.dir, 'secrets');
  expect(await runScript('secrets', [secrets])).toMatchObject({ code: 0 });
  execFileSync('bash', ['-e', '-o', 'pipefail', '-c', commands()], { cwd: secrets, stdio: 'pipe' });
  const [oldKey, newKey] = [fileOf('lock_signing_key'), fileOf('new_key')];
  const [oldPublic, newPublic] = [fileOf('old_public_key'), fileOf('new_public_key')];
  expect(oldPublic).toBe(fileOf('lock_public_keys').trim());
  const both = `${oldPublic},${newPublic}`;
  {
    await using desk = await openReleaseDesk(production({ LOCK_SIGNING_KEY: oldKey }));
    const builds = [fakeBuild(portal.dir, 'shell'), fakeBuild(portal.dir, 'mfe-lab')];
    await publishBuilds(desk, builds, { by: 'a test', reason: '' });
  }

  // Before: each process knows the old one alone.
  const early = await startWeb('early', oldPublic);
  let api = await startApi({ LOCK_SIGNING_KEY: oldKey });
  await until('a page', async () => (await fetch(`${early.url}/lab`)).ok, TIMEOUT_MS);
  const first = await lockOf(early);

  // 2. All accept both. 3. The API signs by the new one.
  const web = await startWeb('web', both);
  await until('a page', async () => (await fetch(`${web.url}/lab`)).ok, TIMEOUT_MS);
  for (const LOCK_SIGNING_KEY of [oldKey, newKey]) {
    await api.kill();
    api = await startApi({ LOCK_SIGNING_KEY, LOCK_PUBLIC_KEYS: both });
    expect(await lockOf(web)).toBe(first);
  }

  // 4. The live lock is signed by the new one.
  const signing = production({ LOCK_SIGNING_KEY: newKey, LOCK_PUBLIC_KEYS: both });
  expect(await runScript('release', ['sign'], signing)).toMatchObject({
    code: 0,
    lines: [expect.stringMatching(/^Lock [0-9a-f]{64} is live\.$/)],
  });
  await until('the new lock', async () => (await lockOf(web)) !== first, TIMEOUT_MS);
  // One that missed step 2 stays at the lock before: pages go on.
  expect(await lockOf(early)).toBe(first);

  // 5. The old one is taken away, also from a process whose folders are new.
  const late = await startWeb('late', newPublic);
  await until('a page', async () => (await fetch(`${late.url}/lab`)).ok, TIMEOUT_MS);
  expect(await lockOf(late)).toBe(await lockOf(web));

  // Where the API does not know the old one any more, its locks are not rolled back to.
  const without = production({ LOCK_SIGNING_KEY: newKey });
  const refused = await runScript('release', ['rollback', first ?? ''], without);
  expect(refused).toMatchObject({ code: 1, said: expect.stringContaining('LOCK_PUBLIC_KEYS') });
}, 240_000);
