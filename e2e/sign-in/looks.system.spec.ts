import { expectGoodLooksInBothThemes } from '../fixtures/look.ts';
import { linkIn } from '../fixtures/mail.ts';
import { newPerson } from '../fixtures/people.ts';
import { mailedLink } from '../fixtures/signed-in.ts';
import { expect, test } from '../fixtures/test.ts';

test('the way in looks good: the dialog, the question for an e-mail, a link that does not work', async ({
  page,
  portal,
  records,
}) => {
  await page.goto(`${portal.url}/investors`);
  await page.getByRole('button', { name: 'Investor Portal Login' }).click();
  await expect(page.getByRole('dialog').getByLabel('Enter your approved email')).toBeFocused();
  await expectGoodLooksInBothThemes(page);
  await page.goto(linkIn(await mailedLink(portal, await newPerson(records, 'customer'))));
  await expect(page.getByLabel('Enter your approved email')).toBeVisible();
  await expectGoodLooksInBothThemes(page);
  await page.getByLabel('Enter your approved email').fill('somebody.else@lab.example');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('Invalid or expired sign-in link.');
  await expectGoodLooksInBothThemes(page);
});

test('the pages of an account look good: the choice of a dashboard, devices, security', async ({
  page,
  portal,
  records,
}) => {
  const email = await newPerson(records, 'admin', 'investor', 'customer');
  await page.goto(linkIn(await mailedLink(portal, email)));
  await page.getByLabel('Enter your approved email').fill(email);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Select Your Dashboard' })).toBeVisible();
  await expectGoodLooksInBothThemes(page);
  for (const [path, heading] of [
    ['devices', 'Signed-in devices'],
    ['security', 'Security'],
  ] as const) {
    await page.goto(`${portal.url}/account/${path}`);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expectGoodLooksInBothThemes(page);
  }
});
