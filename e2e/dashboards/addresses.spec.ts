import { contextOf } from '../fixtures/signed-in.ts';
import { expect, test } from '../fixtures/test.ts';
import { openTool } from '../fixtures/tools.ts';

test('a tool has an address: it opens there, alone, also after a reload; its heading has the focus after a navigation', async ({
  browser,
  portal,
}) => {
  const context = await contextOf(browser, portal, 'admin@cytocomm.example');
  const page = await context.newPage();
  const requestedUrls: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') requestedUrls.push(new URL(request.url()).pathname);
  });
  const answer = await page.goto(`${portal.url}/dashboard/admin/mail`);
  expect(answer?.status()).toBe(200);
  await expect(page.getByRole('grid', { name: 'Mails' })).toBeVisible();
  await expect(page).toHaveTitle('Mail · Admin · Cytocomm');
  expect(requestedUrls.filter((path) => /mfe-(?!marketing|admin)|PressReleases|Users|Documents/.test(path))).toEqual(
    [],
  );
  await page.reload();
  await expect(page.getByRole('grid', { name: 'Mails' })).toBeVisible();

  await openTool(page, 'Users');
  await expect(page).toHaveURL(`${portal.url}/dashboard/admin/users`);
  await expect(page).toHaveTitle('Users · Admin · Cytocomm');
  await expect(page.getByRole('main').getByRole('heading', { level: 2, name: 'Users' })).toBeFocused();
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Admin' }).click();
  await expect(page).toHaveURL(`${portal.url}/dashboard/admin`);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await context.close();
});
