import type { Page } from '@playwright/test';
import { answerAll } from '../fixtures/answers.ts';
import { expectGoodLooks } from '../fixtures/look.ts';
import { contextOf } from '../fixtures/signed-in.ts';
import { expect, test } from '../fixtures/test.ts';

/** A page of the dashboard. */
interface Place {
  /** Its address below that of the dashboard. */
  readonly path: string;
  /** What each panel says while it loads, when nothing is there, and when it cannot be read. */
  readonly loading: readonly string[];
  readonly nothing: readonly string[];
  readonly failure: readonly string[];
  /** What stands there when the API answers again. */
  readonly filled: readonly string[];
}

const month: Omit<Place, 'path'> = {
  loading: ['Loading the calendar', 'Loading the next dates'],
  nothing: ['No events on this day.', 'No events to come.'],
  failure: ['The calendar could not be loaded.', 'The next dates could not be loaded.'],
  filled: ['Laboratory open for visitors'],
};

const dashboards: Readonly<Record<string, readonly Place[]>> = {
  admin: [
    {
      path: 'admin',
      loading: ['Loading the audit trail'],
      nothing: [],
      failure: ['Some of these numbers could not be read.', 'The audit trail could not be read.'],
      filled: [],
    },
    {
      path: 'admin/users',
      loading: ['Loading users'],
      nothing: ['No users found'],
      failure: ['Failed to load users'],
      filled: ['investor@cytocomm.example'],
    },
    {
      path: 'admin/documents',
      loading: ['Loading documents'],
      nothing: ['No documents yet.'],
      failure: ['The documents could not be loaded.'],
      filled: ['Annual report 2024'],
    },
    {
      path: 'admin/releases',
      loading: ['Loading press releases'],
      nothing: ['No press releases yet.'],
      failure: ['The press releases could not be loaded.'],
      filled: ['A lighter reader'],
    },
    {
      path: 'admin/events',
      loading: ['Loading events'],
      nothing: ['No events to come.'],
      failure: ['The events could not be loaded.'],
      filled: ['Board meeting'],
    },
    {
      path: 'admin/calendar',
      ...month,
    },
    {
      path: 'admin/mail',
      loading: ['Loading mails'],
      nothing: ['No mail is in trouble.'],
      failure: ['The mails could not be loaded.'],
      filled: [],
    },
  ],
  investor: [
    {
      path: 'investor',
      loading: ['Loading e-mail alerts', 'Loading company news'],
      nothing: ['None set', 'No company news yet.'],
      failure: ['Your e-mail alerts could not be loaded.', 'Company news could not be loaded.'],
      filled: ['A lighter reader'],
    },
    {
      path: 'investor/reports',
      loading: ['Loading annual reports'],
      nothing: ['No reports yet.'],
      failure: ['The annual reports could not be loaded.'],
      filled: ['Annual report 2024'],
    },
    {
      path: 'investor/news',
      loading: ['Loading investor news'],
      nothing: ['No investor news yet.'],
      failure: ['Investor news could not be loaded.'],
      filled: ['Agenda of the annual general meeting'],
    },
    { path: 'investor/calendar', ...month },
  ],
  customer: [
    {
      path: 'customer/documents',
      loading: ['Loading documents'],
      nothing: ['No documents yet.'],
      failure: ['Your documents could not be loaded.'],
      filled: ['SOP 2: Reading a study'],
    },
    { path: 'customer/calendar', ...month, filled: [] },
  ],
  developer: [
    {
      path: 'developer',
      loading: ['Loading what is live'],
      nothing: [],
      failure: ['What is live could not be loaded.'],
      filled: ['mfe-marketing'],
    },
    {
      path: 'developer/releases',
      loading: ['Loading releases'],
      nothing: ['No releases yet.'],
      failure: ['The releases could not be loaded.'],
      filled: ['Releases in this page'],
    },
    {
      path: 'developer/deployments',
      loading: ['Loading deployments'],
      nothing: ['No deployments yet.'],
      failure: ['The deployments could not be loaded.'],
      filled: [],
    },
    {
      path: 'developer/failures',
      loading: ['Loading the health of releases'],
      nothing: ['No loads yet.'],
      failure: ['The health of releases could not be loaded.'],
      filled: [],
    },
    {
      path: 'developer/tokens',
      loading: ['Loading team tokens'],
      nothing: ['No team tokens.'],
      failure: ['The tokens could not be loaded.'],
      filled: [],
    },
    { path: 'developer/calendar', ...month, filled: [] },
  ],
};

const main = (page: Page) => page.getByRole('main');
const saying = (page: Page, words: string) => main(page).getByRole('status').filter({ hasText: words });

for (const [person, places] of Object.entries(dashboards))
  for (const { path, loading, nothing, failure, filled } of places)
    test(`${path}: every panel says that it loads, that it is empty, or that it failed, and Retry heals it`, async ({
      browser,
      portal,
    }) => {
      const context = await contextOf(browser, portal, `${person}@cytocomm.example`);
      const page = await context.newPage();
      await page.emulateMedia({ reducedMotion: 'reduce' });
      const open = async () => {
        await page.goto(`${portal.url}/dashboard/${path}`);
        await expect(main(page).getByRole('heading', { level: 2 }).first()).toBeVisible();
      };

      const speak = await answerAll(page, 'silence');
      await open();
      for (const label of loading) await expect(saying(page, label).first()).toBeAttached();
      await expectGoodLooks(page);
      await speak();

      const fill = await answerAll(page, 'nothing');
      await open();
      for (const text of nothing) await expect(main(page).getByText(text).first()).toBeVisible();
      await expect(saying(page, 'Loading')).toHaveCount(0);
      await expectGoodLooks(page);
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
