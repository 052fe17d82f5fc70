import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { z } from 'zod';
import { expectRefused, expectReport, makePdf, uploadReport } from '../fixtures/report.ts';
import { signIn } from '../fixtures/test.ts';

// A portal that runs already: PORTAL_URL, and MAIL_URL for what its mailbox caught.
const portal = z
  .object({ PORTAL_URL: z.url(), MAIL_URL: z.url() })
  .transform(({ PORTAL_URL: url, MAIL_URL: mailUrl }) => ({ url, mailUrl }))
  .parse(process.env);

test('a report goes from an admin to an investor alone over a running portal', async ({ browser, page }) => {
  await page.goto(portal.url);
  await expect(page.getByText('Fast Results')).toBeVisible();

  const personIn = async (email: string) => {
    const own = await (await browser.newContext()).newPage();
    await signIn(own, portal, email);
    await expect(own).toHaveURL(/\/dashboard/);
    return own;
  };

  const title = `Annual report ${randomUUID()}`;
  const pdf = makePdf(title, 600_000);
  await uploadReport(await personIn('admin@cytocomm.example'), title, pdf);
  const address = await expectReport(await personIn('investor@cytocomm.example'), title, pdf);
  await expectRefused(await personIn('customer@cytocomm.example'), address);
});
