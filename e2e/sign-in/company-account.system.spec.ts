import type { Page } from '@playwright/test';
import { MongoClient } from 'mongodb';
import { expectAccessible, expectGoodLooks } from '../fixtures/look.ts';
import { startOpenIdProvider } from '../fixtures/openid-provider.ts';
import { newPerson } from '../fixtures/people.ts';
import { deleteDataDir, newDataDir, startPortal } from '../fixtures/portal-process.ts';
import { expect, expectToast, test } from '../fixtures/test.ts';

test.use({ complaintsExpected: true });

const NAME = 'Cytocomm ID of the whole group of companies';

/** Opens the dialog and goes to the provider. */
async function leave(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/dashboard/investor/reports`);
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: `Sign in with ${NAME}` })
    .click();
  await expect(page).toHaveTitle('Login');
}

test('a company account signs in and leads back to the page; a refusal says why, and leads back to the dialog', async ({
  page,
}) => {
  const provider = await startOpenIdProvider('portal');
  const dataDir = newDataDir();
  const portal = await startPortal(dataDir, {
    TRUST_PROXY: 'loopback',
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: 'portal',
    OIDC_CLIENT_SECRET: 'secret',
    OIDC_EMAIL_DOMAINS: 'lab.example',
    OIDC_NAME: NAME,
  });
  const client = await MongoClient.connect(portal.mongoUri);
  try {
    provider.email = await newPerson(client.db(), 'investor');
    await page.goto(`${portal.url}/investors`);
    await page.getByRole('button', { name: 'Investor Portal Login' }).click();
    await expect(page.getByRole('dialog').getByRole('button', { name: `Sign in with ${NAME}` })).toBeVisible();
    await expectAccessible(page, '[role=dialog]');
    await expectGoodLooks(page);

    // The browser's own way back finds a dialog that can be used.
    await leave(page, portal.url);
    await page.goBack();
    await leave(page, portal.url);
    await page.getByRole('link', { name: 'Continue' }).click();
    await expectToast(page, 'Welcome, Nora Newcomer');
    await expect(page).toHaveURL(`${portal.url}/dashboard/investor/reports`);

    // What the page still asks for would bring its session back.
    await page.goto('about:blank');
    await page.context().clearCookies();
    for (const [email, why] of [
      [null, 'The company account did not sign you in.'],
      ['stranger@lab.example', 'Your company account is not approved for this portal.'],
      ['somebody@elsewhere.example', 'Your company account has no confirmed e-mail address that counts here.'],
    ] as const) {
      provider.email = email;
      await leave(page, portal.url);
      await page.getByRole('link', { name: 'Continue' }).click();
      await expect(page.getByRole('alert')).toContainText('Login failed. Try again or contact admin.');
      await expect(page.getByRole('alert')).toContainText(why);
      await expect(page).toHaveURL(`${portal.url}/auth-handler`);
    }
    await expectGoodLooks(page);
    await page.getByRole('button', { name: 'Begin again' }).click();
    await expect(page.getByRole('dialog').getByLabel('Enter your approved email')).toBeFocused();
  } finally {
    await client.close();
    await portal.stop();
    await provider.stop();
    deleteDataDir(dataDir);
  }
});
