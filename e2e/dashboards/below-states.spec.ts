import type { Page } from '@playwright/test';
import { controlAnswers, controlChanges, REASONS } from '../fixtures/answers.ts';
import { BELOW, type ListPlace } from '../fixtures/below.ts';
import { giveAnswers, ROWS_OF_LAST_PAGE } from '../fixtures/given-answers.ts';
import { expectNoOverflow } from '../fixtures/look.ts';
import { makePdf } from '../fixtures/pdf.ts';
import { hasFocus, retryAll } from '../fixtures/retry-all.ts';
import { contextOf } from '../fixtures/signed-in.ts';
import {
  besidesNetwork,
  button,
  expectLoaded,
  expectStateLooks,
  expectStateLooksInBothThemes,
  form,
  main,
  SCREENS,
  status,
} from '../fixtures/states.ts';
import { expect, test, watchConsole } from '../fixtures/test.ts';
import { placesBelow } from '../fixtures/tools.ts';

// Each walks through several lists.
test.describe.configure({ timeout: 300_000 });

const OFFLINE = 'Offline: what you see may be old';

test('whatever page of a document or a person the admin has is gone through here', async ({ records }) => {
  const { admin = [] } = await placesBelow(records);
  const ofRecords = admin.filter((path) => /^admin\/(documents|users)\/[^/]+\/./.test(path));
  const gone = BELOW.map(({ path }) => path.replace(/^admin\/(\w+)\/[^/]+\/([\w-]+).*/, '$1 $2'));
  expect(gone).toEqual(expect.arrayContaining(ofRecords.map((path) => path.replace(/^admin\/(\w+)\/[^/]+\//, '$1 '))));
});

/** A list has so many rows: on a desk in a grid, on a phone as cards. */
async function expectRows(page: Page, name: string, rows: number): Promise<void> {
  const isPhone = (page.viewportSize()?.width ?? 0) < 768;
  if (isPhone)
    await expect(main(page).getByRole('list', { name, exact: true }).getByRole('listitem')).toHaveCount(rows);
  else
    await expect(main(page).getByRole('grid', { name, exact: true })).toHaveAttribute('aria-rowcount', `${rows + 1}`);
}

/** Opens a list that is held back, cannot be read, is away, has nothing, is seen without a network, and has many rows. */
async function walk(page: Page, url: string, place: ListPlace): Promise<void> {
  const { path, loading, failure, heading, empty, many } = place;
  const answer = await controlAnswers(page);
  const give = await giveAnswers(page);
  await page.goto(`${url}/dashboard/${path}`);
  await expect(main(page).getByRole('heading', { level: 3 }).first()).toBeVisible();
  await expect(status(page, loading).first()).toBeAttached();
  await expectStateLooks(page, `${path} loading`);

  await answer('failure');
  const failed = main(page).getByRole('alert').filter({ hasText: failure });
  const retry = button(failed.locator('..'), 'Retry');
  await expect(failed).toContainText(REASONS.failure);
  await expectStateLooksInBothThemes(page, `${path} failed`);

  await answer('unavailable');
  await retry.press('Enter');
  await expect(failed).toContainText(REASONS.unavailable);
  await expect(retry).toBeFocused();

  give(empty.answers);
  await answer('by itself');
  await retry.press('Enter');
  await expect(main(page).getByText(empty.text).first()).toBeVisible();
  await expect(failed).toHaveCount(0);
  expect(await hasFocus(page), 'Retry keeps the focus').toBe(true);
  await retryAll(page);
  await expect(main(page).getByRole('heading', { name: heading, exact: true })).toBeVisible();
  await expectLoaded(page);
  await expectStateLooksInBothThemes(page, `${path} empty`);

  await page.context().setOffline(true);
  await expect(status(page, OFFLINE)).toBeVisible();
  await expect(main(page).getByText(empty.text).first()).toBeVisible();
  await expectNoOverflow(page, `${path} offline`);
  give(many.answers);
  await page.context().setOffline(false);
  // Nobody presses anything.
  await expectManyRows(page, place);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
}

/** A list of many rows fills by itself; one of several pages is shown to its end. */
async function expectManyRows(page: Page, { path, many: { name, rows, text } }: ListPlace): Promise<void> {
  await expect(main(page).getByText(text).first()).toBeVisible();
  const atOnce = (page.viewportSize()?.width ?? 0) < 768 ? 10 : 50;
  await expectRows(page, name, rows ?? atOnce);
  await expectLoaded(page);
  await expectStateLooks(page, `${path} many`);
  if (rows !== undefined) return;
  const more = button(main(page), 'Show more');
  await more.press('Enter');
  await expectRows(page, name, 2 * atOnce);
  await expect(more).toBeFocused();
  await more.press('Enter');
  await expectRows(page, name, 2 * atOnce + ROWS_OF_LAST_PAGE);
  await expect(more).toHaveCount(0);
  expect(await hasFocus(page), 'the last page keeps the focus').toBe(true);
  await expectNoOverflow(page, `${path} to its end`);
}

/** A file that is refused, by the page, the server, or for want of a network, is still there with what was chosen for it. */
async function replaceInVain(page: Page, url: string, { path, many }: ListPlace): Promise<void> {
  const give = await giveAnswers(page);
  give(many.answers);
  const answer = await controlChanges(page);
  await page.goto(`${url}/dashboard/${path}`);
  const replace = form(page, 'Replace file');
  const submit = button(replace, 'Replace file');
  const wish = replace.getByLabel('Tell investors by e-mail');
  const pick = (name: string, buffer: Buffer) =>
    replace.getByLabel('New file').setInputFiles({ name, mimeType: 'application/pdf', buffer });
  const isRefused = async (reason: string, file: string) => {
    await expect(replace.getByText('The file was not replaced.')).toBeVisible();
    await expect(replace.getByText(reason)).toBeVisible();
    await expect(button(replace, `Remove ${file}`)).toBeVisible();
    await expect(wish).toBeChecked();
    await expect(submit).toBeFocused();
  };
  await wish.check();
  await pick('notes.pdf', Buffer.from('These are notes.'));
  await submit.press('Enter');
  await isRefused('Only PDF files are accepted; this is none.', 'notes.pdf');
  await expectStateLooksInBothThemes(page, `${path} refused`);

  answer('failure');
  await pick('corrected.pdf', makePdf('corrected'));
  await submit.press('Enter');
  await isRefused(REASONS.failure, 'corrected.pdf');

  answer('by itself');
  await page.context().setOffline(true);
  await submit.press('Enter');
  await isRefused('The portal cannot be reached.', 'corrected.pdf');
  await expectStateLooks(page, `${path} offline`);
  await page.context().setOffline(false);
  await expect(status(page, 'Live')).toBeVisible();
  await isRefused('The portal cannot be reached.', 'corrected.pdf');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
}

for (const screen of SCREENS)
  test(`at ${screen.viewport.width} px what the admin reads of a document or a person loads, fails, heals, is empty, stays when the network goes, and is long`, async ({
    browser,
    portal,
  }) => {
    const context = await contextOf(browser, portal, 'admin@cytocomm.example', screen);
    const page = await context.newPage();
    const complaints = watchConsole(page);
    for (const place of BELOW) {
      await test.step(place.path, () => walk(page, portal.url, place));
      if (place.path.endsWith('/versions'))
        await test.step('a file that is refused', () => replaceInVain(page, portal.url, place));
    }
    expect(besidesNetwork(complaints)).toEqual([]);
    await context.close();
  });
