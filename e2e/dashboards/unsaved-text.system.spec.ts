import type { Page } from '@playwright/test';
import { newPerson } from '../fixtures/people.ts';
import { expectSaved, textField, titleField } from '../fixtures/press-releases.ts';
import { newSessionOf } from '../fixtures/signed-in.ts';
import { expect, test } from '../fixtures/test.ts';

const unsavedKeys = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('unsaved')));

test('what was typed just before a logout is saved by it, and stays nowhere in the browser', async ({
  browser,
  portal,
  records,
}) => {
  const context = await newSessionOf(browser, portal, await newPerson(records, 'admin'));
  const page = await context.newPage();
  const sent: string[] = [];
  page.on('request', (request) => {
    if (/press-releases\/drafts|\/text$/.test(request.url())) sent.push(request.url());
  });
  // The pause after which it is saved does not end on a slow machine either.
  await page.clock.install();
  await page.goto(`${portal.url}/dashboard/admin/releases/new`);
  await expect(titleField(page)).toBeVisible();
  await page.clock.pauseAt(Date.now() + 60_000);
  await titleField(page).fill('Typed at last');
  await textField(page).fill('Before the way out.');
  expect(sent).toEqual([]);
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(`${portal.url}/`);
  await expect(page.getByText('What you wrote is saved.')).toBeVisible();
  const written = await records.collection('press_releases').findOne({ title: 'Typed at last' });
  expect(written).toMatchObject({ status: 'draft', content: '<p>Before the way out.</p>' });
  expect(await unsavedKeys(page)).toEqual([]);
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain('way out');
  await records.collection('press_releases').deleteOne({ title: 'Typed at last' });
  await context.close();
});

test('a logout waits no longer than a few seconds for a server that does not answer; the text stays in the browser', async ({
  browser,
  portal,
  records,
}) => {
  const context = await newSessionOf(browser, portal, await newPerson(records, 'admin'));
  const page = await context.newPage();
  await page.goto(`${portal.url}/dashboard/admin/releases/new`);
  await page.route('**/api/admin/press-releases/drafts', () => undefined);
  await titleField(page).fill('Kept here');
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByText(/^What you wrote last could not be saved\. It is kept in this browser/)).toBeVisible();
  await expect(page).toHaveURL(`${portal.url}/`);
  expect(await unsavedKeys(page)).toHaveLength(1);
  await context.close();
});

for (const { ends, end } of [
  { ends: 'is closed', end: (page: Page) => page.close() },
  {
    ends: 'crashes',
    end: async (page: Page) => {
      const crash = page.waitForEvent('crash');
      // The address has no answer: the page dies of it.
      await Promise.all([crash, page.goto('chrome://crash').catch(() => undefined)]);
      await page.close();
    },
  },
])
  test(`a page that ${ends} within the pause after typing loses nothing, though nothing reached the server`, async ({
    browser,
    portal,
    records,
  }) => {
    test.skip(ends === 'crashes' && browser.browserType().name() === 'firefox', 'Chromium alone crashes on demand.');
    const context = await newSessionOf(browser, portal, await newPerson(records, 'admin'));
    await context.route('**/api/admin/press-releases/drafts', (route) => route.abort());
    const first = await context.newPage();
    await first.goto(`${portal.url}/dashboard/admin/releases/new`);
    await titleField(first).fill(`Lost when it ${ends}?`);
    await textField(first).fill('Not a word.');
    await end(first);

    await context.unroute('**/api/admin/press-releases/drafts');
    const second = await context.newPage();
    await second.goto(`${portal.url}/dashboard/admin/releases/new`);
    await second.getByRole('button', { name: 'Continue with it' }).click();
    await expect(titleField(second)).toHaveValue(`Lost when it ${ends}?`);
    await expect(textField(second)).toHaveText('Not a word.');
    await expectSaved(second);
    expect(await unsavedKeys(second)).toEqual([]);
    await records.collection('press_releases').deleteOne({ title: `Lost when it ${ends}?` });
    await context.close();
  });
