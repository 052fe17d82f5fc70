import { addressOf, listPressReleases } from '@cytocomm/contract';
import type { Page } from '@playwright/test';
import { expectGoodLooks } from '../fixtures/look.ts';
import { newPerson } from '../fixtures/people.ts';
import { newSessionOf } from '../fixtures/signed-in.ts';
import { expect, test } from '../fixtures/test.ts';

const form = (page: Page) => page.getByRole('form', { name: 'Press release' });
const title = (page: Page) => form(page).getByLabel('Title');
const text = (page: Page) => form(page).getByRole('textbox', { name: 'Content' });
const isSaved = (page: Page) => expect(form(page).getByText(/^Saved \d\d:\d\d$/)).toBeVisible();

async function expectGoodLooksInBothThemes(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expectGoodLooks(page);
  }
}

test('two people write one release: nothing of either is lost, and readers get what is published', async ({
  browser,
  portal,
  records,
}) => {
  const emails = [await newPerson(records, 'admin'), await newPerson(records, 'admin')];
  const [one, other] = [
    await newSessionOf(browser, portal, emails[0] ?? ''),
    await newSessionOf(browser, portal, emails[1] ?? ''),
  ];
  const [ada, bob] = [await one.newPage(), await other.newPage()];
  const published = async () => (await ada.request.get(portal.url + addressOf(listPressReleases))).text();

  await ada.goto(`${portal.url}/dashboard/admin/releases`);
  await ada.getByRole('link', { name: 'New release' }).click();
  await title(ada).fill('Written by one');
  await text(ada).fill('The first sentence.');
  await isSaved(ada);
  await expect(ada).toHaveURL(/\/releases\/[0-9a-f]{24}\/edit$/);
  await expectGoodLooksInBothThemes(ada);

  await bob.goto(ada.url());
  await title(bob).fill('Written by two');
  await isSaved(bob);
  await text(ada).press('End');
  await text(ada).pressSequentially(' The second one.');
  const versions = ada.getByRole('region', { name: 'Two versions' });
  await expect(versions).toContainText(emails[1] ?? '');
  await expect(versions.locator('ins').first()).toBeVisible();
  await expectGoodLooksInBothThemes(ada);
  await versions.getByRole('button', { name: 'Continue with this text' }).click();
  await expect(title(ada)).toHaveValue('Written by two');
  await expect(text(ada)).toHaveText('The first sentence. The second one.');
  await isSaved(ada);

  await one.setOffline(true);
  await text(ada).press('End');
  await text(ada).pressSequentially(' The third.');
  await expect(ada.getByText(/kept in this browser until it is saved/)).toBeVisible();
  await expectGoodLooksInBothThemes(ada);
  await one.setOffline(false);
  await isSaved(ada);
  expect(await published()).not.toContain('Written by two');

  await form(ada).getByRole('radio', { name: 'Now' }).check();
  await form(ada).getByRole('button', { name: 'Publish' }).click();
  await expect(ada.getByText('Press release submitted successfully!')).toBeVisible();
  expect(await published()).toContain('The first sentence. The second one. The third.');
  await expect(ada.getByRole('link', { name: 'Written by two', exact: true })).toBeVisible();
  await expectGoodLooksInBothThemes(ada);
  await records.collection('press_releases').deleteMany({ title: 'Written by two' });
  await Promise.all([one.close(), other.close()]);
});
