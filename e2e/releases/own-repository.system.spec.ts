import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { serveInstalled } from '../fixtures/installed-registry.ts';
import { deleteDataDir, newDataDir, type PortalProcess, startPortal } from '../fixtures/portal-process.ts';
import { contextOf } from '../fixtures/signed-in.ts';
import { openTeamFolder } from '../fixtures/team-folder.ts';
import { expect, test } from '../fixtures/test.ts';

const run = promisify(execFile);
const ROOT = resolve(import.meta.dirname, '..', '..');
/** What `docs/ship-a-remote.md` promises, installs included, on two cores. */
const MAX_MINUTES = 10;
const REMOTE = 'mfe-research';
const PAGE = join('src', 'pages', 'Research.tsx');

// The first look at a page that is not there yet is a complaint in the console.
test.use({ complaintsExpected: true });

let portal: PortalProcess;
test.beforeAll(async () => {
  portal = await startPortal(newDataDir(), { TRUST_PROXY: 'loopback' });
});
test.afterAll(async () => {
  await portal.stop();
  deleteDataDir(portal.dataDir);
});

/** Does what the platform team does, once: `npm run remotes -- allow`. Returns what it says. */
async function allowTeam(): Promise<string> {
  const program = ['--disable-warning=ExperimentalWarning', 'tools/commands/database.ts', 'remotes', 'allow', REMOTE];
  // A build of Vite's in another test of this worker leaves `production` here.
  const env = { ...process.env, NODE_ENV: 'development', DATA_DIR: portal.dataDir };
  const { stdout } = await run(process.execPath, [...program, '--may-promote'], { cwd: ROOT, env });
  return stdout;
}

test('a team with an empty folder has its remote live within ten minutes', async ({ browser, page }) => {
  test.setTimeout(MAX_MINUTES * 60_000 + 60_000);
  await using registry = await serveInstalled();
  await using team = openTeamFolder(portal.url, registry.url);
  const steps: string[] = [];
  const startedAt = performance.now();
  let last = startedAt;
  const done = (what: string) => {
    const now = performance.now();
    steps.push(`${what} ${Math.round((now - last) / 1000)} s`);
    last = now;
  };
  const edit = (path: string, change: (text: string) => string) => {
    const file = join(team.dir, REMOTE, path);
    const text = readFileSync(file, 'utf8');
    const changed = change(text);
    expect(changed).not.toBe(text);
    writeFileSync(file, changed);
  };
  const runs = async (command: string, args: readonly string[], env = {}) => {
    const { code, said } = await team.run(REMOTE, command, args, env);
    expect(code, said).toBe(0);
    return said;
  };

  const created = await team.run('', 'npm', [
    'create',
    '--yes',
    '@cytocomm/remote',
    'research',
    '--',
    '--role',
    'investor',
  ]);
  expect(created.code, created.said).toBe(0);
  done('create');
  await runs('npm', ['install']);
  done('install');
  // The portal's packages come from the portal.
  expect(registry.askedForOurs).toEqual([]);

  const url = await team.start(REMOTE, 'npm', ['run', 'dev'], /(http:\/\/\S+?)\.?(?:\s|$)/);
  await page.goto(`${url}/research`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Research');
  await page.evaluate(() => document.body.setAttribute('data-kept', ''));
  edit(PAGE, (text) => text.replace('Say here what this page is about.', 'What we find out.'));
  await expect(page.getByText('What we find out.')).toBeVisible();
  expect(await page.locator('body[data-kept]').count(), 'the page was not loaded again').toBe(1);
  done('one change seen in place');

  expect(await runs('npm', ['test'])).toMatch(/[1-9]\d* passed/);
  done('tests');

  const developer = await (await contextOf(browser, portal, 'developer@cytocomm.example')).newPage();
  await developer.goto(`${portal.url}/dashboard/developer/tokens`);
  const tokens = developer.getByRole('region', { name: 'Team tokens' });
  await tokens.getByLabel('Remote').fill(REMOTE);
  await tokens.getByLabel('Name').fill('research team');
  await tokens.getByRole('button', { name: 'Make token' }).click();
  const target = { PORTAL_URL: portal.url, PORTAL_TOKEN: await tokens.getByLabel('New token').inputValue() };
  done('token');

  edit(PAGE, (text) => `window.fetch = async () => new Response();\n${text}`);
  const refused = await team.run(REMOTE, 'npx', ['portal', 'publish'], target);
  expect(refused.code, refused.said).toBe(1);
  expect(refused.said).toMatch(/fetch is changed/);
  edit(PAGE, (text) => text.replace(/^.*\n/, ''));
  done('refused');
  await runs('npm', ['run', 'check']);
  done('check');
  expect(await runs('npx', ['portal', 'publish'], target)).toContain(`${REMOTE} 1.0.0 is published`);
  done('publish');
  const early = await team.run(REMOTE, 'npx', ['portal', 'promote'], target);
  expect([early.code, early.said]).toEqual([1, expect.stringContaining('an admin allows it')]);
  expect(await allowTeam()).toContain('its team may promote it');
  done('allowed');
  expect(await runs('npx', ['portal', 'promote', '--reason', 'the first version'], target)).toContain('1.0.0 is live');
  done('promote');

  await expect.poll(async () => (await page.goto(`${portal.url}/research`))?.status()).toBe(200);
  await expect(page.getByText('What we find out.')).toBeVisible();
  done('visit');
  expect(await runs('npx', ['portal', 'status'], target)).toContain('1.0.0');

  const minutes = (performance.now() - startedAt) / 60_000;
  process.stdout.write(`From an empty folder to live: ${minutes.toFixed(1)} min (${steps.join(', ')}).\n`);
  expect(minutes).toBeLessThan(MAX_MINUTES);
});
