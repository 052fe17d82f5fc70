import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Page } from '@playwright/test';
import { z } from 'zod';
import { mailsTo } from '../fixtures/mail.ts';
import { makePdf } from '../fixtures/report.ts';
import { contextOf, write } from '../fixtures/signed-in.ts';
import { expect, test } from '../fixtures/test.ts';
import { openTool } from '../fixtures/tools.ts';

const MEGABYTE = 1024 * 1024;

async function upload(page: Page, title: string, file: string | { name: string; mimeType: string; buffer: Buffer }) {
  const form = page.getByRole('form', { name: 'Upload documents' });
  await form.getByLabel('Title').fill(title);
  await form.getByLabel('Visibility').selectOption('investor');
  await form.locator('input[type=file]').setInputFiles(file);
  await form.getByRole('button', { name: 'Upload' }).click();
}

async function sha256(stream: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of stream) hash.update(piece);
  return hash.digest('hex');
}

test('a PDF of 60 MB goes up with its progress shown, and comes down byte for byte', async ({ browser, portal }) => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-e2e-pdf-'));
  const path = join(folder, 'large.pdf');
  try {
    const piece = makePdf('Sixty megabytes', MEGABYTE);
    await pipeline(Readable.from(Array.from({ length: 60 }, () => piece)), createWriteStream(path));
    const admin = await (await contextOf(browser, portal, 'admin@cytocomm.example')).newPage();
    await admin.goto(`${portal.url}/dashboard/admin/documents/new`);
    await upload(admin, 'Annual report of sixty megabytes', path);
    await expect(admin.getByRole('button', { name: 'Uploading...' })).toBeVisible();
    await expect(admin.getByRole('progressbar', { name: 'Uploading large.pdf' })).toBeVisible();
    await expect(admin.getByText('✅ Document uploaded successfully!')).toBeVisible({ timeout: 60_000 });
    await expect(admin.getByRole('form', { name: 'Upload documents' }).getByLabel('Title')).toHaveValue('');

    const investor = await (await contextOf(browser, portal, 'investor@cytocomm.example')).newPage();
    await investor.goto(`${portal.url}/dashboard/investor/reports`);
    const card = investor.getByRole('listitem').filter({ hasText: 'Sixty megabytes' });
    const download = investor.waitForEvent('download');
    await card.getByRole('link', { name: 'Download PDF' }).click();
    expect((await download).suggestedFilename()).toBe('large.pdf');
    const [sent, got] = await Promise.all([
      sha256(createReadStream(path)),
      (await download).createReadStream().then(sha256),
    ]);
    expect(got).toBe(sent);
    await expect(card.getByText(sent.slice(0, 12))).toBeVisible();

    await admin.getByRole('link', { name: 'All documents' }).click();
    await admin.getByRole('link', { name: 'Accesses of Annual report of sixty megabytes' }).click();
    await expect(admin.getByRole('grid', { name: 'Accesses' })).toContainText('investor@cytocomm.example');
    await admin.context().close();
    await investor.context().close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('an upload can be cancelled, and nothing of it is left', async ({ browser, portal }) => {
  const admin = await (await contextOf(browser, portal, 'admin@cytocomm.example')).newPage();
  await admin.goto(`${portal.url}/dashboard/admin/documents/new`);
  // The upload hangs until it is cancelled.
  await admin.route('**/api/admin/documents', () => undefined, { times: 1 });
  await upload(admin, 'Never mind', { name: 'c.pdf', mimeType: 'application/pdf', buffer: makePdf('c') });
  await admin.getByRole('button', { name: 'Cancel' }).click();
  await expect(admin.getByText('Upload canceled. Nothing of the file was stored.')).toBeVisible();
  await admin.getByRole('link', { name: 'All documents' }).click();
  await expect(admin.getByRole('link', { name: 'Annual report 2024', exact: true })).toBeVisible();
  await expect(admin.getByRole('grid', { name: 'Uploaded documents' })).not.toContainText('Never mind');
  await admin.context().close();
});

test('a scheduled release appears at its instant on page, feed, dashboards and by mail, and nowhere before', async ({
  browser,
  portal,
  page,
}) => {
  const title = 'At its very instant';
  const adminContext = await contextOf(browser, portal, 'admin@cytocomm.example');
  const investorContext = await contextOf(browser, portal, 'investor@cytocomm.example');
  const preferences = { newReport: false, investorNews: true };
  await write(investorContext, portal, 'PUT', '/api/alerts/preferences', preferences);
  const investor = await investorContext.newPage();
  await investor.goto(`${portal.url}/dashboard/investor/news`);
  await expect(investor.getByText('Live', { exact: true })).toBeVisible();

  const instant = new Date(Date.now() + 15_000);
  const answer = await write(adminContext, portal, 'POST', '/api/admin/press-releases', {
    title,
    content: '<p>Not a moment too soon.</p>',
    target: ['public', 'investors'],
    publishAt: instant.toISOString(),
    sendEmail: true,
  });
  expect(answer.status()).toBe(201);
  const { id } = z.object({ id: z.string() }).parse(await answer.json());

  const read = async (path: string) => (await page.request.get(portal.url + path)).text();
  const everywhere = ['/api/press-releases', '/api/press-releases/feed.xml', '/news'];
  for (const path of everywhere) expect(await read(path)).not.toContain(title);
  for (const context of [page.context(), investorContext])
    expect((await context.request.get(`${portal.url}/api/press-releases/${id}`)).status()).toBe(404);
  await expect(investor.getByText(title)).toHaveCount(0);
  expect((await mailsTo(portal.mailUrl, 'investor@cytocomm.example')).some(({ text }) => text.includes(title))).toBe(
    false,
  );
  expect(Date.now(), 'all of this was looked at before the instant').toBeLessThan(instant.getTime());

  const news = investor.getByRole('list', { name: 'Investor news' }).getByText(title);
  await expect(news).toBeVisible({ timeout: 40_000 });
  expect(Date.now()).toBeGreaterThanOrEqual(instant.getTime());
  await openTool(investor, 'Overview');
  await expect(investor.getByRole('list', { name: 'Company news' }).getByText(title)).toBeVisible();
  for (const path of everywhere.slice(0, 2)) expect(await read(path)).toContain(title);
  await page.goto(`${portal.url}/news`);
  await expect(page.getByText(title)).toBeVisible();
  await expect
    .poll(async () => (await mailsTo(portal.mailUrl, 'investor@cytocomm.example')).map(({ text }) => text).join())
    .toContain(title);
  await write(adminContext, portal, 'DELETE', `/api/admin/press-releases/${id}`);
  await adminContext.close();
  await investorContext.close();
});

test('a person opens more tabs than a browser has connections, and each of them is told', async ({
  browser,
  portal,
}) => {
  const context = await contextOf(browser, portal, 'admin@cytocomm.example', { baseURL: portal.url });
  const tabs = [];
  for (let number = 0; number < 8; number += 1) {
    const tab = await context.newPage();
    await tab.goto('/dashboard/admin/users');
    await expect(tab.getByRole('grid', { name: 'Users' })).toBeVisible();
    tabs.push(tab);
  }
  const [first, second, ...others] = tabs;
  await first?.close();
  const email = `tabs-${Date.now()}@lab.example`;
  await second?.goto('/dashboard/admin/users/new');
  await second?.getByLabel('Email').fill(email);
  await second?.getByRole('button', { name: 'Add User' }).click();
  for (const tab of others) await expect(tab.getByRole('row').filter({ hasText: email })).toBeVisible();
  await context.close();
});
