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

test('a form that is sent before its files have come keeps its text, and is sent when they have', async ({
  page,
  portal,
}) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/releases/mfe-marketing/**/*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(`${portal.url}/contact`, { waitUntil: 'commit' });
  const form = page.getByRole('form', { name: 'Contact form' });
  for (const label of ['Full Name', 'Email Address', 'Message']) await form.getByLabel(label).fill('ada@lab.example');
  // The frame is alive; before, the browser sends the form by itself.
  await page.waitForFunction(() => 'portalStarted' in globalThis);
  await form.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByText('Still loading')).toBeVisible();
  release();
  await expect(form.getByRole('alert')).toHaveText('Please verify that you are not a robot!');
  await expect(form.getByLabel('Message')).toHaveValue('ada@lab.example');
  await expect(page.getByText('Still loading')).toBeHidden();
});

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
