import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { linkIn, waitForMail } from '../fixtures/mail.ts';
import {
  deleteDataDir,
  newDataDir,
  type PortalProcess,
  processesBelow,
  startPortal,
} from '../fixtures/portal-process.ts';

// `npm run stack`: nginx, two processes of each service, database and mail catcher.

let dataDir: string;
let portal: PortalProcess;
test.beforeAll(async () => {
  dataDir = newDataDir();
  portal = await startPortal(dataDir, {}, { program: 'tools/commands/stack.ts' });
});
test.afterAll(async () => {
  await portal.stop();
  deleteDataDir(dataDir);
});
test.describe.configure({ mode: 'serial' });

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('serves Home, and somebody signs in by mail', async ({ page }) => {
  await page.goto(portal.url);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto(`${portal.url}/investors`);
  await page.getByRole('button', { name: 'Investor Portal Login' }).click();
  const field = page.getByRole('dialog', { name: 'Sign in' }).getByLabel('Enter your approved email');
  await field.fill('investor@cytocomm.example');
  await field.press('Enter');
  await page.goto(linkIn(await waitForMail(portal.mailUrl, 'investor@cytocomm.example')));
  await expect(page).toHaveURL(/\/dashboard\/investor/);
});

test('answers by the names of this machine only', async ({ request }) => {
  for (const path of ['/', '/api/press-releases'])
    expect((await request.get(portal.url + path, { headers: { Host: 'evil.example' } })).status()).toBe(421);
});

test('ends as a whole on Ctrl-C, and leaves no store of its web processes', async () => {
  const pids = processesBelow(portal.pid).map(({ pid }) => pid);
  expect(pids.length).toBeGreaterThanOrEqual(7);
  expect(await portal.stop()).toBe(0);
  await expect.poll(() => pids.filter(isAlive)).toEqual([]);
  expect(['run.json', 'stack/web-1', 'stack/web-2'].filter((name) => existsSync(join(dataDir, name)))).toEqual([]);
});

test('and when it is killed, its processes end, too', async () => {
  portal = await startPortal(dataDir, {}, { program: 'tools/commands/stack.ts' });
  const pids = processesBelow(portal.pid).map(({ pid }) => pid);
  expect(pids.length).toBeGreaterThanOrEqual(7);
  process.kill(portal.pid, 'SIGKILL');
  await expect.poll(() => pids.filter(isAlive)).toEqual([]);
});
