import type { Browser, BrowserContext, Locator, Page } from '@playwright/test';
import { publishSeventh, SEVENTH } from '../fixtures/seventh-remote.ts';
import { contextOf } from '../fixtures/signed-in.ts';
import { expect, newClientAddress, test } from '../fixtures/test.ts';
import { openTool } from '../fixtures/tools.ts';

// A remote that fails is a complaint in the console by definition.
test.use({ complaintsExpected: true });

const page = (title: string, before = '') =>
  `${before}\nexport default function Research() { return <h1>${title}</h1>; }\n`;
// Only at the portal's own address, which no trial run has.
const failingInBrowsers = `import { useEffect } from 'react';
export default function Research() {
  useEffect(() => {
    if (location.hostname === 'localhost') throw new Error('the canary fails');
  }, []);
  return <h1>Research of the canary</h1>;
}
`;

/** Puts a browser into a place among a hundred, by which canaries are given. */
async function inBucket(context: BrowserContext, url: string, bucket: number): Promise<BrowserContext> {
  await context.addCookies([{ name: 'portal_bucket', value: String(bucket), url }]);
  return context;
}

/** A visitor from a network address of their own. */
const visitor = async (browser: Browser, url: string, bucket: number): Promise<BrowserContext> =>
  inBucket(await browser.newContext({ extraHTTPHeaders: { 'X-Forwarded-For': newClientAddress() } }), url, bucket);

/** Opens the page of the seventh remote; what the browser reports is sent when the page is left. */
async function visit(context: BrowserContext, url: string, isThere: (page: Page) => Locator): Promise<void> {
  const tab = await context.newPage();
  await tab.goto(url + SEVENTH.path);
  await expect(isThere(tab)).toBeVisible();
  const reported = tab.waitForResponse((answer) => new URL(answer.url()).pathname === '/api/telemetry');
  await tab.getByRole('contentinfo').getByRole('link', { name: 'Careers' }).click();
  await reported;
  await context.close();
}

const heading = (name: string) => (tab: Page) => tab.getByRole('heading', { name, level: 1 });

test('a seventh remote is published, refused, mended, tried on a few, taken back by itself, promoted, rolled back', async ({
  browser,
  releasePortal: portal,
}) => {
  test.setTimeout(300_000);
  const developer = await (await contextOf(browser, portal, 'developer@cytocomm.example')).newPage();
  await developer.goto(`${portal.url}/dashboard/developer/tokens`);
  const tokens = developer.getByRole('region', { name: 'Team tokens' });
  await tokens.getByLabel('Remote').fill(SEVENTH.name);
  await tokens.getByLabel('Name').fill('research pipeline');
  await tokens.getByRole('button', { name: 'Make token' }).click();
  const token = await tokens.getByLabel('New token').inputValue();
  const row = (version: string) => developer.getByRole('row', { name: new RegExp(`${SEVENTH.name} ${version}`) });

  const refused = await publishSeventh(
    portal.url,
    token,
    '1.0.0',
    page('Research', 'window.fetch = async () => null;'),
  );
  expect(refused.code).toBe(1);
  expect(refused.said).toMatch(/^mfe-research 1\.0\.0 is published, and the gate refused it:\n.*: fetch is changed/);
  await openTool(developer, 'Releases');
  await expect(row('1.0.0')).toContainText(/refused/i);
  await expect(row('1.0.0').getByRole('button', { name: /^Promote/ })).toHaveCount(0);

  const publish = async (version: string, text: string) => {
    const { code, said } = await publishSeventh(portal.url, token, version, text);
    expect(code, said).toBe(0);
  };
  // A tab that is open from before all this.
  const early = await (await visitor(browser, portal.url, 90)).newPage();
  const lock = (await early.goto(portal.url))?.headers()['x-portal-lock'];

  await publish('1.0.1', page('Research'));
  const promote = async (version: string, choose?: (dialog: Locator) => Promise<void>) => {
    // The trial run comes first.
    await expect(row(version)).toContainText('Passed', { timeout: 90_000 });
    await row(version)
      .getByRole('button', { name: /^Promote/ })
      .click();
    const dialog = developer.getByRole('dialog');
    await choose?.(dialog);
    await dialog.getByRole('button', { name: choose ? 'Start the canary' : 'Promote to everybody' }).click();
    await expect(dialog).toHaveCount(0);
  };
  await promote('1.0.1');
  const report = await developer.request.get(`${portal.url}/api/releases/${SEVENTH.name}/1.0.1`);
  expect(await report.text()).toMatch(/"rule":"trial-run","outcome":"passed"/);
  const visitors = await visitor(browser, portal.url, 90);
  const seen = await visitors.newPage();
  await expect
    .poll(async () => (await seen.goto(portal.url + SEVENTH.path))?.status(), { message: 'it is live' })
    .toBe(200);
  await expect(heading('Research')(seen)).toBeVisible();

  await publish('1.1.0', failingInBrowsers);
  await promote('1.1.0', async (dialog) => {
    await dialog.getByLabel('For whom').selectOption('A share of visitors');
    await dialog.getByLabel('Percent of visitors').fill('50');
  });
  await openTool(developer, 'Overview');
  const canary = developer.getByRole('region', { name: 'What is live' });
  await expect(canary.getByRole('button', { name: 'Stop the canary' })).toBeVisible();
  for (let client = 0; client < 5; client += 1)
    await visit(await visitor(browser, portal.url, 90), portal.url, heading('Research'));
  const failed = (tab: Page) => tab.getByText('Research could not be loaded.');
  for (let client = 0; client < 2; client += 1) await visit(await visitor(browser, portal.url, 10), portal.url, failed);
  // Anonymous reports end no canary.
  const investor = await contextOf(browser, portal, 'investor@cytocomm.example');
  await visit(await inBucket(investor, portal.url, 10), portal.url, failed);
  await expect(canary.getByRole('button', { name: 'Stop the canary' })).toHaveCount(0, { timeout: 60_000 });
  await openTool(developer, 'Failures');
  await expect(developer.getByRole('region', { name: 'Failures' })).toContainText(/pages\/Research\.tsx:\d+:\d+/);
  await visit(await visitor(browser, portal.url, 10), portal.url, heading('Research'));

  await publish('1.2.0', page('Research, second edition'));
  await openTool(developer, 'Releases');
  await promote('1.2.0');
  await expect
    .poll(async () => {
      await seen.goto(portal.url + SEVENTH.path);
      return seen.getByRole('heading', { level: 1 }).textContent();
    })
    .toBe('Research, second edition');

  // The early tab goes on with its lock, also to a page that it had not opened.
  const scripts: string[] = [];
  early.on('request', (request) => scripts.push(request.url()));
  await early.getByRole('contentinfo').getByRole('link', { name: 'Careers' }).click();
  await expect(early.getByRole('heading', { level: 1 })).toBeVisible();
  expect(scripts.filter((url) => url.includes(SEVENTH.name))).toEqual([]);
  expect(lock).toMatch(/^[0-9a-f]{64}$/);

  await row('1.2.0')
    .getByRole('button', { name: `Roll back ${SEVENTH.name}` })
    .first()
    .click();
  await developer
    .getByRole('dialog')
    .getByRole('button', { name: /^Roll back/ })
    .click();
  await expect
    .poll(async () => {
      await seen.goto(portal.url + SEVENTH.path);
      return seen.getByRole('heading', { level: 1 }).textContent();
    })
    .toBe('Research');
});
