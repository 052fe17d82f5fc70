import { altered, answers, CHUNK, ENTRY, expectNamedAndHealed } from '../fixtures/failing-remote.ts';
import { expect, test } from '../fixtures/test.ts';

// A failing file is a complaint in the console by definition.
test.use({ complaintsExpected: true });

for (const [name, files, fault] of [
  ['an entry that answers 500', ENTRY, answers(500)],
  ['an altered chunk', CHUNK, altered],
] as const)
  test(`${name}: named in its slot, the rest usable, healed by Retry`, ({ browser, portal }) =>
    expectNamedAndHealed(browser, portal, files, fault));

test('a public page whose remote has no file at all is healed by one Retry', async ({ page, portal }) => {
  const files = '**/releases/mfe-marketing/**';
  const notice = page.getByText('Public pages could not be loaded.');
  await page.route(files, (route) => route.abort('connectionreset'));
  await page.goto(`${portal.url}/platform`);
  await expect(notice).toBeVisible();
  await page.unroute(files);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(notice).toBeHidden();
  await page.getByRole('link', { name: 'Contact Our Team' }).click();
  await expect(page).toHaveURL(`${portal.url}/contact`);
  await expect(page).toHaveTitle(/Contact/);
});
