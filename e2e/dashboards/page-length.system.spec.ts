import type { Page } from '@playwright/test';
import { lengthOf, MAX_PAGE_LENGTH } from '../fixtures/layout-shifts.ts';
import { expectAccessible } from '../fixtures/look.ts';
import { newPerson } from '../fixtures/people.ts';
import {
  expectSaved,
  pressReleaseForm,
  pressReleaseWriter,
  textField,
  titleField,
} from '../fixtures/press-releases.ts';
import { contextOf, newSessionOf } from '../fixtures/signed-in.ts';
import { expect, test } from '../fixtures/test.ts';

const viewport = { width: 1440, height: 900 };

async function lengthAt(page: Page, address: string): Promise<number> {
  await page.goto(address);
  await expect(page.getByRole('main').getByRole('heading', { level: 3 }).first()).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0);
  return lengthOf(page);
}

test('the admin’s overview is at most two screens long, and its figures lead to their tools', async ({
  browser,
  portal,
}) => {
  const context = await contextOf(browser, portal, 'admin@cytocomm.example', { viewport });
  const page = await context.newPage();
  await page.goto(`${portal.url}/dashboard/admin`);
  await expect(page.getByRole('list', { name: 'Last audit entries' })).toBeVisible();
  expect(await lengthOf(page)).toBeLessThanOrEqual(MAX_PAGE_LENGTH);
  await page.getByRole('link', { name: 'Mail in trouble' }).click();
  await expect(page).toHaveURL(`${portal.url}/dashboard/admin/mail`);
  await context.close();
});

const LONG = `A title as long as it may be, with ${'sixty-letter-words-'.repeat(3)}in it. `.padEnd(199, 'and more ');
const paragraphs = (word: string) => `<p>${`${word} and a sentence that is not short. `.repeat(6)}</p>`.repeat(80);

test('at 1440 x 900 px neither a long release, nor two versions of it, nor what is in the bin make a page longer', async ({
  browser,
  portal,
  records,
}) => {
  const [context, otherContext] = [
    await newSessionOf(browser, portal, await newPerson(records, 'admin'), { viewport }),
    await newSessionOf(browser, portal, await newPerson(records, 'admin'), { viewport }),
  ];
  const writer = pressReleaseWriter(context, portal);
  const id = await writer.publish({ title: LONG, content: paragraphs('Written') });
  for (let number = 0; number < 12; number += 1)
    await writer.remove(await writer.publish({ title: `${number} ${LONG}`.slice(0, 199), content: '<p>Gone.</p>' }));
  const [page, other] = [await context.newPage(), await otherContext.newPage()];
  await page.goto(`${portal.url}/dashboard/admin/bin`);
  await expect(page.getByRole('table', { name: 'Bin' }).getByRole('row').nth(8)).toBeVisible();
  expect(await lengthOf(page)).toBeLessThanOrEqual(MAX_PAGE_LENGTH);
  const edit = `${portal.url}/dashboard/admin/releases/${id}/edit`;
  expect(await lengthAt(page, edit)).toBeLessThanOrEqual(MAX_PAGE_LENGTH);

  const change = async (each: Page, word: string) => {
    await titleField(each).fill(`${word} ${LONG}`.slice(0, 199));
    await textField(each).fill(`${word} `.repeat(2500));
    await pressReleaseForm(each)
      .getByRole('checkbox', { name: 'Investors' })
      .setChecked(word === 'ours');
    await pressReleaseForm(each)
      .getByRole('checkbox', { name: /^E-mail it/ })
      .setChecked(word === 'theirs');
  };
  // A reader is shown what somebody else saves, so this one writes before, and saves after.
  await context.setOffline(true);
  await change(page, 'ours');
  await lengthAt(other, edit);
  await change(other, 'theirs');
  await expectSaved(other);
  await context.setOffline(false);
  await expect(page.getByRole('region', { name: 'Two versions' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Compared words: Text' })).toBeVisible();
  expect(await lengthOf(page)).toBeLessThanOrEqual(MAX_PAGE_LENGTH);
  // What scrolls in it is scrolled by keyboard.
  await expectAccessible(page);
  await writer.remove(id);
  await Promise.all([context.close(), otherContext.close()]);
});
