import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { z } from 'zod';
import { expectRefused, expectReport, makePdf, personIn, uploadReport } from '../fixtures/report.ts';

// A portal that runs already: PORTAL_URL, and MAIL_URL for what its mailbox caught.
const portal = z
  .object({ PORTAL_URL: z.url(), MAIL_URL: z.url() })
  .transform(({ PORTAL_URL: url, MAIL_URL: mailUrl }) => ({ url, mailUrl }))
  .parse(process.env);

test('a report goes from an admin to an investor alone over a running portal', async ({ browser, page }) => {
  await page.goto(portal.url);
  await expect(page.getByText('Fast Results')).toBeVisible();

  const title = `Annual report ${randomUUID()}`;
  const pdf = makePdf(title, 600_000);
  await uploadReport(await personIn(browser, portal, 'admin@cytocomm.example'), title, pdf);
  const address = await expectReport(await personIn(browser, portal, 'investor@cytocomm.example'), title, pdf);
  await expectRefused(await personIn(browser, portal, 'customer@cytocomm.example'), address);
});
