import { startDevPortal } from '../fixtures/dev-portal.ts';
import { allow, startLocalRemote } from '../fixtures/local-remote.ts';
import { SEVENTH } from '../fixtures/seventh-remote.ts';
import { newSessionOf } from '../fixtures/signed-in.ts';
import { expect, test } from '../fixtures/test.ts';

// React says in development what it says in no page of production.
test.use({ complaintsExpected: true });

test('a local remote stands in the pages of a development portal, too, and its state stays when it is changed', async ({
  browser,
}) => {
  const portal = await startDevPortal(() => undefined);
  const local = await startLocalRemote(portal, 'Research at work');
  const context = await newSessionOf(browser, portal, 'developer@cytocomm.example', { extraHTTPHeaders: {} });
  const page = await context.newPage();
  await page.goto(`${portal.url}/careers`);
  await allow(page, SEVENTH.name, local.url);
  await page.goto(portal.url + SEVENTH.path);
  await expect(page.getByRole('heading', { level: 1, name: 'Research at work' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Loaded from your own machine' })).toContainText('for you alone');
  await page.getByRole('button', { name: 'Pressed 0 times' }).click();

  local.write('Research, second thoughts');
  await expect(page.getByRole('heading', { level: 1, name: 'Research, second thoughts' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pressed 1 times' })).toBeVisible();
  await context.close();
  await local.close();
  await portal.stop();
});
