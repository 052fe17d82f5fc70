import { expectNoOverflow } from '../fixtures/look.ts';
import { newPerson } from '../fixtures/people.ts';
import { contextOf } from '../fixtures/signed-in.ts';
import { expect, test, watchConsole } from '../fixtures/test.ts';

// The state of a list is in its address, which anybody can write, keep and send on.

/** An identifier of a record that is not there any more. */
const GONE = '0123456789abcdef01234567';

for (const { width, height } of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
])
  test(`at ${width} px an address with an order, a filter or a record that is not there shows the list or says so`, async ({
    browser,
    portal,
  }) => {
    const context = await contextOf(browser, portal, 'admin@cytocomm.example', { viewport: { width, height } });
    const page = await context.newPage();
    const complaints = watchConsole(page);
    const main = page.getByRole('main');
    const long = 'x'.repeat(6000);
    const addresses: readonly (readonly [path: string, words: string | RegExp])[] = [
      ['users?sort=-nothing&role=No%20role&signed-in=perhaps', /^\S+@\S+$/],
      ['documents?sort=title%20asc&visible-to=no-such-role', 'Annual report 2024'],
      ['releases?sort=__proto__&status=lost', 'A lighter reader'],
      ['events?sort=__proto__&when=never&for=No%20role&time=long', 'Board meeting'],
      ['mail?status=constructor', 'No mail is in trouble.'],
      ['audit?action=nothing&from=2026-99-99&to=yesterday', /^(npm start|\S+@\S+)$/],
      [`users?q=${long}`, 'No users found.'],
      [`documents?q=${long}`, 'No documents found.'],
      [`releases?q=${long}`, 'No press releases found.'],
      [`events?q=${long}&for=${long}`, 'No events found.'],
      [`audit?actor=${long}`, 'No entries found.'],
      ['users?q=%00%ff%u', 'No users found.'],
      ['users?q=no.such.user@lab.example', 'No users found.'],
      [`events/${GONE}/edit`, 'There is no such event.'],
      [`releases/${GONE}/edit`, 'There is no such press release.'],
      ['releases/new/edit', 'There is no such press release.'],
      ['events/../../x/edit', 'You do not have the dashboard at this address.'],
    ];
    for (const [path, words] of addresses) {
      expect((await page.goto(`${portal.url}/dashboard/admin/${path}`))?.status()).toBe(200);
      await expect(main.getByText(words).first(), path.slice(0, 80)).toBeVisible();
      await expectNoOverflow(page, path.slice(0, 80));
    }
    expect(complaints.filter((each) => !each.startsWith('Failed to load resource'))).toEqual([]);
    await context.close();
  });

test('back and forward lead through what a list showed, and a view that is sent on shows the same', async ({
  browser,
  portal,
  records,
}) => {
  const email = await newPerson(records, 'investor');
  const context = await contextOf(browser, portal, 'admin@cytocomm.example');
  const page = await context.newPage();
  // Over BiDi Playwright does not see that Back leads to an empty page.
  const outside = `${portal.url}/privacy`;
  await page.goto(outside);
  await page.goto(`${portal.url}/dashboard/admin/users`);
  const search = page.getByRole('searchbox', { name: 'Search users' });
  const rows = page.getByRole('grid', { name: 'Users' }).locator('[role=row][data-id]');
  await search.fill(email);
  await expect(rows).toHaveCount(1);
  await page.getByRole('columnheader', { name: 'Name' }).click();
  await expect(page).toHaveURL(/sort=name/);
  const view = page.url();
  await page.getByRole('link', { name: 'New user' }).click();
  await expect(page.getByLabel('Email', { exact: true })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(view);
  await expect(search).toHaveValue(email);
  await expect(rows).toHaveCount(1);
  await page.goForward();
  await expect(page.getByLabel('Email', { exact: true })).toBeVisible();
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL(outside);

  const other = await context.newPage();
  await other.goto(view);
  await expect(other.getByRole('grid', { name: 'Users' }).locator('[role=row][data-id]')).toHaveCount(1);
  await records.collection('users').deleteOne({ email });
  await other.reload();
  await expect(other.getByText('No users found.')).toBeVisible();
  await context.close();
});
