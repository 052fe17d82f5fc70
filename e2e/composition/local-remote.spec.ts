import type { Page } from '@playwright/test';
import { startLocalRemote } from '../fixtures/local-remote.ts';
import { SEVENTH } from '../fixtures/seventh-remote.ts';
import { newSessionOf } from '../fixtures/signed-in.ts';
import { expect, test } from '../fixtures/test.ts';

const DEVELOPER = 'developer@cytocomm.example';
/** What other stories send along would be asked for at the own machine, too, which takes nothing of the kind. */
const PLAIN = { extraHTTPHeaders: {} };

const banner = (page: Page) => page.getByRole('region', { name: 'Loaded from your own machine' });

test('only the developer sees the remote of their own machine in the running portal', async ({
  browser,
  page: visitor,
  portal,
}) => {
  const local = await startLocalRemote(portal, 'Research at work');
  const asVisitor = async (path: string) => {
    const answer = await visitor.request.get(portal.url + path);
    return { status: answer.status(), policy: answer.headers()['content-security-policy'], html: await answer.text() };
  };
  const usual = [await asVisitor('/careers'), await asVisitor(SEVENTH.path)];
  const context = await newSessionOf(browser, portal, DEVELOPER, PLAIN);
  const page = await context.newPage();

  await page.goto(`${portal.url}/dashboard/developer/local-remote?local-remote=${SEVENTH.name}&at=${local.url}`);
  const form = page.getByRole('form', { name: 'Load a remote from your own machine' });
  await expect(form.getByLabel('Remote')).toHaveValue(SEVENTH.name);
  await expect(form.getByLabel('Address on your machine')).toHaveValue(local.url);
  await form.getByRole('button', { name: 'Allow in this browser' }).click();
  await page.getByRole('button', { name: 'Reload with it' }).click();
  await expect(banner(page)).toContainText(`${SEVENTH.name} is loaded from ${local.url}, for you alone, until`);

  await page.goto(portal.url + SEVENTH.path);
  const heading = page.getByRole('heading', { level: 1, name: 'Research at work' });
  await expect(heading).toBeVisible();
  await expect(heading).toHaveCSS('color', 'rgb(1, 2, 3)');
  await page.getByRole('button', { name: 'Pressed 0 times' }).click();
  await expect(page.getByRole('button', { name: 'Pressed 1 times' })).toBeVisible();
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Research' })).toBeVisible();

  const startedAt = performance.now();
  local.write('Research, second thoughts');
  await expect(page.getByRole('heading', { level: 1, name: 'Research, second thoughts' })).toBeVisible();
  test.info().annotations.push({ type: 'ms from save to screen', description: `${performance.now() - startedAt}` });

  // A second tab, and a page of another remote, with the banner as well.
  const second = await context.newPage();
  await second.goto(`${portal.url}/careers`);
  await expect(banner(second)).toBeVisible();
  await expect(second.getByRole('heading', { level: 1 })).toBeVisible();

  expect([await asVisitor('/careers'), await asVisitor(SEVENTH.path)]).toEqual(usual);
  await visitor.goto(`${portal.url}/careers`);
  await expect(banner(visitor)).toHaveCount(0);

  await banner(page).getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await expect(banner(page)).toHaveCount(0);
  await context.close();
  await local.close();
});
