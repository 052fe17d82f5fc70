import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import {
  deleteDataDir,
  newDataDir,
  type PortalProcess,
  processesBelow,
  startPortal,
} from '../fixtures/portal-process.ts';
import { newSessionOf } from '../fixtures/signed-in.ts';

let dataDir: string;
let portal: PortalProcess;
test.beforeAll(async () => {
  dataDir = newDataDir();
  portal = await startPortal(dataDir);
});
test.afterAll(async () => {
  await portal.stop();
  deleteDataDir(dataDir);
});

/** The process of a tool below the portal. */
function pidOf(tool: string): number {
  const found = processesBelow(portal.pid).filter(({ command }) => command.includes(join('tools', tool)));
  expect(found).toHaveLength(1);
  return found[0]?.pid ?? 0;
}

async function statusOf(address: string): Promise<number> {
  try {
    return (await fetch(address)).status;
  } catch {
    return 0;
  }
}

test.describe.configure({ mode: 'serial' });

test('the embedded database is started again when it is killed, and the portal answers from it', async () => {
  const news = `${portal.url}/api/press-releases`;
  expect(await statusOf(news)).toBe(200);
  const before = pidOf('embedded-mongo');
  process.kill(before, 'SIGKILL');
  await expect.poll(() => processesBelow(portal.pid).some(({ pid }) => pid === before)).toBe(false);
  await expect.poll(() => statusOf(news)).toBe(200);
  expect(pidOf('embedded-mongo')).not.toBe(before);
});

test('so is the mail catcher, at the same address', async () => {
  const before = pidOf('mailbox');
  process.kill(before, 'SIGKILL');
  await expect.poll(() => processesBelow(portal.pid).some(({ pid }) => pid === before)).toBe(false);
  await expect.poll(() => statusOf(`${portal.mailUrl}/email`)).toBe(200);
  await expect.poll(async () => (await fetch(`${portal.operatorUrl}/readyz`)).text()).not.toContain('away');
});

test('what it keeps is for its owner alone, but for releases and locks', () => {
  expect(statSync(dataDir).mode & 0o777).toBe(0o700);
  const inside = readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).filter(
    (path) => !/^(releases|locks)(\/|$)/.test(path),
  );
  expect(inside).toEqual(
    expect.arrayContaining([
      'run.json',
      'portal.log',
      'secrets.json',
      'database/database.sqlite',
      'database/database.sqlite-wal',
    ]),
  );
  const open = inside.filter((path) => (statSync(join(dataDir, path)).mode & 0o077) !== 0);
  expect(open).toEqual([]);
});

test('a page of another site that reaches it under a name of its own is refused', async ({ request }) => {
  for (const address of [`${portal.url}/`, `${portal.url}/api/press-releases`, `${portal.operatorUrl}/metrics`])
    expect((await request.get(address, { headers: { Host: 'evil.example' } })).status()).toBe(421);
  expect((await request.get(portal.url)).status()).toBe(200);
});

test('a restart keeps who is signed in, and the files', async ({ browser }) => {
  const context = await newSessionOf(browser, portal, 'investor@cytocomm.example');
  const page = await context.newPage();
  const report = page.getByRole('listitem').filter({ hasText: 'Annual report 2024' });
  const bytes = async () => {
    await page.goto(`${portal.url}/dashboard/investor/reports`);
    const address = await report.getByRole('link', { name: 'View PDF' }).getAttribute('href');
    return (await context.request.get(`${portal.url}${address}`)).body();
  };
  const before = await bytes();
  expect(await portal.stop()).toBe(0);
  portal = await startPortal(dataDir, { PORT: new URL(portal.url).port });
  expect((await bytes()).equals(before)).toBe(true);
  await context.close();
});
