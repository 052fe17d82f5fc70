import type { Page } from '@playwright/test';
import { answerAll } from '../fixtures/answers.ts';
import { expectGoodLooks } from '../fixtures/look.ts';
import { contextOf } from '../fixtures/signed-in.ts';
import { expect, test } from '../fixtures/test.ts';

interface Dashboard {
  readonly person: string;
  readonly title: string;
  /** What each panel says while it loads, when nothing is there, and when it cannot be read. */
  readonly loading: readonly string[];
  readonly nothing: readonly string[];
  readonly failure: readonly string[];
  /** What stands there when the API answers again. */
  readonly filled: readonly string[];
}

const dashboards: readonly Dashboard[] = [
  {
    person: 'admin',
    title: 'Admin Panel',
    loading: [
      'Loading press releases',
      'Loading users',
      'Loading documents',
      'Loading events',
      'Loading the calendar',
      'Loading mails',
      'Loading the audit trail',
    ],
    nothing: [
      'No press releases yet.',
      'No users found',
      'No documents yet.',
      'No events to come.',
      'No events on this day.',
      'No mail is in trouble.',
    ],
    failure: [
      'Some of these numbers could not be read.',
      'The audit trail could not be read.',
      'The press releases could not be loaded.',
      'Failed to load users',
      'The documents could not be loaded.',
      'The events could not be loaded.',
      'The calendar could not be loaded.',
      'The mails could not be loaded.',
    ],
    filled: ['Laboratory open for visitors', 'investor@cytocomm.example', 'Annual report 2024', 'A lighter reader'],
  },
  {
    person: 'investor',
    title: 'Investor Dashboard',
    loading: [
      'Loading annual reports',
      'Loading investor news',
      'Loading company news',
      'Loading the calendar',
      'Loading e-mail alerts',
    ],
    nothing: ['No reports yet.', 'No investor news yet.', 'No company news yet.', 'No events on this day.', 'None set'],
    failure: [
      'The annual reports could not be loaded.',
      'Your e-mail alerts could not be loaded.',
      'Investor news could not be loaded.',
      'Company news could not be loaded.',
      'The calendar could not be loaded.',
    ],
    filled: ['Annual report 2024', 'Agenda of the annual general meeting', 'A lighter reader', 'Board meeting'],
  },
  {
    person: 'customer',
    title: 'Customer Dashboard',
    loading: ['Loading documents', 'Loading the calendar'],
    nothing: ['No documents yet.', 'No events on this day.'],
    failure: ['Your documents could not be loaded.', 'The calendar could not be loaded.'],
    filled: ['SOP 2: Reading a study', 'Board meeting'],
  },
  {
    person: 'developer',
    title: 'Developer Dashboard',
    loading: [
      'Loading what is live',
      'Loading the health of releases',
      'Loading releases',
      'Loading deployments',
      'Loading team tokens',
      'Loading the calendar',
    ],
    nothing: ['No loads yet.', 'No releases yet.', 'No deployments yet.', 'No team tokens.', 'No events on this day.'],
    failure: [
      'What is live could not be loaded.',
      'The health of releases could not be loaded.',
      'The releases could not be loaded.',
      'The deployments could not be loaded.',
      'The tokens could not be loaded.',
      'The calendar could not be loaded.',
    ],
    filled: ['Releases in this page', 'Board meeting'],
  },
];

const main = (page: Page) => page.getByRole('main');
const saying = (page: Page, words: string) => main(page).getByRole('status').filter({ hasText: words });

for (const { person, title, loading, nothing, failure, filled } of dashboards) {
  test(`every panel of the ${person} says that it loads, that it is empty, or that it failed, and Retry heals it`, async ({
    browser,
    portal,
  }) => {
    const context = await contextOf(browser, portal, `${person}@cytocomm.example`);
    const page = await context.newPage();
    await page.emulateMedia({ reducedMotion: 'reduce' });
    // The others have the same panels, or fewer: how they look when they fail is enough.
    const manyPanels = person !== 'customer';
    const open = async () => {
      await page.goto(`${portal.url}/dashboard?section=${person}`);
      await expect(main(page).getByRole('heading', { level: 2, name: title })).toBeVisible();
    };

    const speak = await answerAll(page, 'silence');
    await open();
    for (const label of loading) await expect(saying(page, label).first()).toBeAttached();
    if (manyPanels) await expectGoodLooks(page);
    await speak();

    const fill = await answerAll(page, 'nothing');
    await open();
    for (const text of nothing) await expect(main(page).getByText(text).first()).toBeVisible();
    await expect(saying(page, 'Loading')).toHaveCount(0);
    if (manyPanels) await expectGoodLooks(page);
    await fill();

    const heal = await answerAll(page, 'failure');
    await open();
    for (const text of failure) await expect(main(page).getByText(text).first()).toBeVisible();
    await expectGoodLooks(page);
    await heal();
    const retry = main(page).getByRole('button', { name: 'Retry' });
    // Panels that show the same thing heal together.
    for (let left = await retry.count(); left > 0; left = await retry.count()) {
      await retry.first().click();
      await expect.poll(() => retry.count()).toBeLessThan(left);
    }
    for (const text of filled) await expect(main(page).getByText(text).first()).toBeVisible();
    for (const text of failure) await expect(main(page).getByText(text)).toHaveCount(0);
    await context.close();
  });
}
