import type { Page } from '@playwright/test';
import { MongoClient } from 'mongodb';
import { linkIn, mailsTo, startTroubledMail, waitForMail } from '../fixtures/mail.ts';
import { newPerson } from '../fixtures/people.ts';
import { deleteDataDir, newDataDir, startPortal } from '../fixtures/portal-process.ts';
import { newSessionOf } from '../fixtures/signed-in.ts';
import { expect, test } from '../fixtures/test.ts';

async function askInDialog(page: Page, url: string, email: string): Promise<void> {
  await page.goto(`${url}/investors`);
  await page.getByRole('button', { name: 'Investor Portal Login' }).click();
  const field = page.getByRole('dialog').getByLabel('Enter your approved email');
  await field.fill(email);
  await field.press('Enter');
  await expect(page.getByText('✅ A secure login link has been sent to your email.', { exact: true })).toBeVisible();
}

test('a mail server that is down, slow or refuses somebody: the same answer, mails that come later, an admin who sees it', async ({
  browser,
  page,
}) => {
  const dataDir = newDataDir();
  const mail = await startTroubledMail();
  const portal = await startPortal(dataDir, { SMTP_URL: mail.smtpUrl });
  const client = await MongoClient.connect(portal.mongoUri);
  try {
    const outbox = client.db().collection('outbox');
    const admin = await (
      await newSessionOf(browser, { url: portal.url, mailUrl: mail.mailUrl }, 'admin@cytocomm.example')
    ).newPage();
    await admin.goto(`${portal.url}/dashboard/admin/mail`);
    const mails = admin.getByRole('grid', { name: 'Mails' });
    await expect(mails.getByText('No mail is in trouble.')).toBeVisible();
    const rowOf = (email: string) => mails.getByRole('row').filter({ hasText: email });

    mail.down = true;
    const waiting = await newPerson(client.db(), 'customer');
    await askInDialog(page, portal.url, waiting);
    await expect(rowOf(waiting)).toContainText('waiting');
    await expect(rowOf(waiting)).toContainText(/next try/);

    mail.down = false;
    mail.refused = await newPerson(client.db(), 'investor');
    await askInDialog(page, portal.url, mail.refused);
    await expect(rowOf(mail.refused)).toContainText(/rejected: 5\d\d /);
    expect(await mailsTo(mail.mailUrl, mail.refused)).toEqual([]);

    // What the pauses do: the records say when a mail is due.
    await outbox.updateMany({ status: 'waiting' }, { $set: { nextAttemptAt: new Date() } });
    const link = linkIn(await waitForMail(mail.mailUrl, waiting));
    await expect(rowOf(waiting)).toHaveCount(0);

    const slowly = Promise.withResolvers<void>();
    mail.slow = slowly.promise;
    const patient = await newPerson(client.db(), 'customer');
    await askInDialog(page, portal.url, patient);
    expect(await mailsTo(mail.mailUrl, patient)).toEqual([]);
    slowly.resolve();
    await waitForMail(mail.mailUrl, patient);
    expect(await mailsTo(mail.mailUrl, waiting)).toHaveLength(1);

    await page.evaluate((email) => localStorage.setItem('emailForSignIn', email), waiting);
    await page.goto(link);
    await expect(page).toHaveURL(`${portal.url}/dashboard/customer`);
    await admin.context().close();
    // The dashboard's live connection must not outlast the portal: that would be a complaint.
    await page.goto('about:blank');
  } finally {
    await client.close();
    await portal.stop();
    await mail.stop();
    deleteDataDir(dataDir);
  }
});
