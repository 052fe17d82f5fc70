import { makePdf, uploadReport } from '../fixtures/report.ts';
import { contextOf } from '../fixtures/signed-in.ts';
import { expect, test } from '../fixtures/test.ts';

test('what an admin uploads and deletes is there and gone in an investor’s browser at once', async ({
  browser,
  portal,
  records,
}) => {
  const admin = await (await contextOf(browser, portal, 'admin@cytocomm.example')).newPage();
  const investor = await (await contextOf(browser, portal, 'investor@cytocomm.example')).newPage();
  await Promise.all([
    admin.goto(`${portal.url}/dashboard/admin`),
    investor.goto(`${portal.url}/dashboard/investor/reports`),
  ]);
  for (const page of [admin, investor]) await expect(page.getByText('Live', { exact: true })).toBeVisible();
  await expect(investor.getByRole('heading', { name: 'Annual report 2024' })).toBeVisible();

  // How fast it is there is measured by the bench.
  const title = 'Side by side 1';
  await uploadReport(admin, title, makePdf(title, 50_000));
  await expect(investor.getByRole('listitem').filter({ hasText: title })).toBeVisible();

  await admin.getByRole('link', { name: 'All documents' }).click();
  await admin.getByRole('button', { name: 'Delete Side by side 1' }).click();
  await expect(admin.getByRole('dialog')).toContainText('Are you sure you want to delete this document?');
  await admin.getByRole('dialog').getByRole('button', { name: 'Delete document' }).click();
  await expect(investor.getByRole('listitem').filter({ hasText: 'Side by side 1' })).toHaveCount(0);

  await investor.context().setOffline(true);
  await expect(investor.getByText('Offline: what you see may be old')).toBeVisible();
  await uploadReport(admin, 'While you were away', makePdf('b'));
  await investor.context().setOffline(false);
  await expect(investor.getByText('Live', { exact: true })).toBeVisible();
  await expect(investor.getByRole('listitem').filter({ hasText: 'While you were away' })).toBeVisible();
  await records.collection('documents').deleteMany({ title: 'While you were away' });
  await admin.context().close();
  await investor.context().close();
});
