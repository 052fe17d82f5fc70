import { expectAccessible } from '../fixtures/look.ts';
import { newPerson } from '../fixtures/people.ts';
import { makePdf, uploadReport } from '../fixtures/report.ts';
import { contextOf } from '../fixtures/signed-in.ts';
import { expect, test } from '../fixtures/test.ts';

const REPORT = 'Report to a group of readers';

// A group that is left behind changes the forms that other tests look at.
test.afterAll(async ({ records }) => {
  await records.collection('documents').deleteMany({ title: REPORT });
  await records.collection('users').updateMany({ groups: 'series-a' }, { $unset: { groups: '' } });
});

test('a report is for a group alone: an investor outside loses it on the open page, and has it again inside', async ({
  browser,
  portal,
  records,
}) => {
  const [admin, investor] = [await newPerson(records, 'admin'), await newPerson(records, 'investor')];
  const viewport = { width: 1440, height: 900 };
  const [context, readers] = await Promise.all([
    contextOf(browser, portal, admin, { viewport }),
    contextOf(browser, portal, investor, { viewport }),
  ]);
  const [page, reader] = await Promise.all([context.newPage(), readers.newPage()]);
  await page.goto(`${portal.url}/dashboard/admin`);
  await uploadReport(page, REPORT, makePdf(REPORT));
  await page.goto(`${portal.url}/dashboard/admin/users?q=${admin}`);
  await page.getByRole('button', { name: `Groups of ${admin}` }).click();
  const people = page.getByRole('dialog', { name: 'Groups of readers' });
  await people.getByLabel('Put into group').fill('Series A');
  await people.getByRole('button', { name: 'Put in' }).click();
  await expect(people.getByText('series-a')).toBeVisible();
  await expectAccessible(page, '[role=dialog], dialog');

  await reader.goto(`${portal.url}/dashboard/investor/reports`);
  await expect(reader.getByText(REPORT).first()).toBeVisible();
  await page.goto(`${portal.url}/dashboard/admin/documents`);
  await page.getByRole('button', { name: `Edit ${REPORT}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit document' });
  await dialog.getByLabel('series-a').check();
  await expect(dialog.getByText('Only admins read it.')).toBeVisible();
  await expectAccessible(page, '[role=dialog], dialog');
  await dialog.getByRole('button', { name: 'Save document' }).click();
  await expect(page.getByText('only series-a')).toBeVisible();
  await expect(reader.getByText(REPORT)).toHaveCount(0);

  await page.goto(`${portal.url}/dashboard/admin/users?q=${investor}`);
  await page.getByRole('button', { name: `Groups of ${investor}` }).click();
  await people.getByLabel('Put into group').fill('series a');
  await people.getByRole('button', { name: 'Put in' }).click();
  await expect(reader.getByText(REPORT).first()).toBeVisible();
  await people.getByRole('button', { name: 'Take out of series-a' }).click();
  await expect(reader.getByText(REPORT)).toHaveCount(0);
  await Promise.all([context.close(), readers.close()]);
});
