import { releaseChangedRemote } from '../fixtures/changed-remote.ts';
import { reportedFailure } from '../fixtures/reports.ts';
import { contextOf } from '../fixtures/signed-in.ts';
import { expect, test } from '../fixtures/test.ts';

test.use({ complaintsExpected: true });

const breakages = [
  {
    what: 'a component that throws while it renders',
    phase: 'render',
    from: 'title="Notes & SOPs"',
    to: 'title={((): string => { throw new Error("boom"); })()}',
  },
  {
    what: 'a module that throws while it starts',
    phase: 'component',
    from: 'export default function NotesAndSops',
    to: 'throw new Error("boom");\nexport default function NotesAndSops',
  },
];

for (const { what, phase, from, to } of breakages)
  test(`${what} costs its slot only; a rollback heals it`, async ({ browser, releasePortal: portal }) => {
    const context = await contextOf(browser, portal, 'admin@cytocomm.example');
    const page = await context.newPage();
    const broken = await releaseChangedRemote(portal, 'mfe-customer', from, to);
    const reported = reportedFailure(page);
    await page.goto(`${portal.url}/dashboard/customer/documents`);
    await expect(page.getByText('Customer area could not be loaded.').first()).toBeVisible();
    expect((await reported).row).toMatchObject({ remote: 'mfe-customer', release: broken.release.after, phase });
    await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('button', { name: 'Investor' }).click();
    await expect(page.getByRole('heading', { name: 'Investor Dashboard' })).toBeVisible();
    await broken.rollBack();
    await page.goto(`${portal.url}/dashboard/customer/documents`);
    await expect(page.getByRole('heading', { level: 3, name: 'Notes & SOPs' })).toBeVisible();
    await context.close();
  });
