import type { CDPSession, Page } from '@playwright/test';
import { linkIn } from '../fixtures/mail.ts';
import { newPerson } from '../fixtures/people.ts';
import { mailedLink, newSessionOf } from '../fixtures/signed-in.ts';
import { expect, expectToast, test } from '../fixtures/test.ts';

// Half signed in is answered with 401, a session that is not fresh with 403; Chromium notes both by itself.
test.use({ complaintsExpected: true });
test.skip(({ browserName }) => browserName !== 'chromium', 'only Chromium has an authenticator for tests');

const HOUR = 60 * 60_000;

/** Adds an authenticator to a page, with a PIN that is always right. `answers` lets it do so, or wait for a touch that never comes. */
async function giveAuthenticator(page: Page): Promise<{ answers: (does: boolean) => Promise<void> }> {
  const line: CDPSession = await page.context().newCDPSession(page);
  await line.send('WebAuthn.enable');
  const { authenticatorId } = await line.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    answers: async (does) => {
      await line.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: does });
    },
  };
}

async function addPasskey(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await dialog.getByLabel('Name of the passkey').fill(name);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expectToast(page, 'Passkey added');
  await expect(page.getByRole('table', { name: 'Your passkeys' })).toContainText(name);
}

/** Opens the link of a new mail, in a browser that did not ask for it. */
async function openLink(page: Page, portal: Parameters<typeof mailedLink>[0], email: string): Promise<void> {
  await page.goto(linkIn(await mailedLink(portal, email)));
  await page.getByLabel('Enter your approved email').fill(email);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Confirm that it is you' })).toBeVisible();
}

test('a passkey is added, asked for at the next sign-in, and a recovery code stands in for it once', async ({
  browser,
  portal,
  records,
}) => {
  const email = await newPerson(records, 'customer');
  const context = await newSessionOf(browser, portal, email);
  const page = await context.newPage();
  const { answers } = await giveAuthenticator(page);
  await page.goto(`${portal.url}/dashboard`);
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Security' }).click();
  await expect(page.getByText(/You have none/)).toBeVisible();
  await addPasskey(page, 'Key on my desk');
  await page.getByRole('button', { name: 'Make recovery codes' }).click();
  const list = page.getByRole('list', { name: 'New recovery codes' }).getByRole('listitem');
  await expect(list).toHaveCount(10);
  const codes = await list.allTextContents();

  await page.goto(`${portal.url}/dashboard`);
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(`${portal.url}/`);
  await openLink(page, portal, email);
  await answers(false);
  await page.getByRole('button', { name: 'Use my passkey' }).click();
  await expect(page.getByRole('alert')).toContainText('Try again.');
  await answers(true);
  await page.getByRole('button', { name: 'Use my passkey' }).click();
  await expect(page.getByRole('heading', { name: 'Customer Dashboard' })).toBeVisible();

  const [code = ''] = codes;
  for (const accepted of [true, false]) {
    const elsewhere = await browser.newContext();
    const other = await elsewhere.newPage();
    await openLink(other, portal, email);
    await other.getByRole('button', { name: 'Use a recovery code instead' }).click();
    await other.getByLabel('Recovery code').fill(code.toLowerCase());
    await other.getByRole('button', { name: 'Sign in with this code' }).click();
    if (accepted) await expect(other.getByRole('heading', { name: 'Customer Dashboard' })).toBeVisible();
    else await expect(other.getByText('This recovery code was not accepted.')).toBeVisible();
    await elsewhere.close();
  }
  await page.goto(`${portal.url}/account/security`);
  await expect(page.getByText(/9 codes are left/)).toBeVisible();
  await context.close();
});

test('an admin confirms by the passkey before another admin is deleted and people are exported', async ({
  browser,
  portal,
  records,
}) => {
  const email = await newPerson(records, 'admin');
  const other = await newPerson(records, 'admin');
  const context = await newSessionOf(browser, portal, email);
  const page = await context.newPage();
  await giveAuthenticator(page);
  await page.goto(`${portal.url}/account/security`);
  await addPasskey(page, 'Desk');
  /** Lets the last proof of the session be an hour old. */
  const growOld = async () => {
    const users = records.collection<{ email: string; proofs: { id: string; at: Date }[] }>('users');
    const { proofs = [] } = (await users.findOne({ email })) ?? {};
    const at = new Date(Date.now() - HOUR);
    await users.updateOne({ email }, { $set: { proofs: proofs.map(({ id }) => ({ id, at })) } });
  };
  await growOld();

  await page.goto(`${portal.url}/dashboard/admin/users?q=${other}`);
  await page.getByRole('link', { name: 'Export CSV' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  const saved = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export CSV' }).click();
  await dialog.getByRole('button', { name: 'Use my passkey' }).click();
  expect((await saved).suggestedFilename()).toMatch(/\.csv$/);

  await growOld();
  const removed = async () => (await records.collection('users').findOne({ email: other })) === null;
  await page
    .getByRole('button', { name: new RegExp(`Delete .*${other}|Delete Nora`) })
    .first()
    .click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Delete/ })
    .click();
  await expect(dialog).toBeVisible();
  expect(await removed()).toBe(false);
  await dialog.getByRole('button', { name: 'Use my passkey' }).click();
  await expect.poll(removed).toBe(true);
  await context.close();
});
