import type { Page } from '@playwright/test';
import { expectAccessible } from '../fixtures/accessible.ts';
import { controlAnswers } from '../fixtures/answers.ts';
import { expectNoOverflow } from '../fixtures/look.ts';
import { retryAll } from '../fixtures/retry-all.ts';
import { contextOf } from '../fixtures/signed-in.ts';
import { besidesNetwork, main, SCREENS } from '../fixtures/states.ts';
import { expect, test, watchConsole } from '../fixtures/test.ts';
import { broughtPlaces, PLACES } from '../fixtures/tools.ts';

/** A page of the dashboard. */
interface Place {
  /** Its address below that of the dashboard. */
  readonly path: string;
  /** What each panel says while it loads, when nothing is there, and when it cannot be read. */
  readonly loading: readonly string[];
  readonly nothing: readonly string[];
  readonly failure: readonly string[];
  /** What stands there when the API answers again. */
  readonly filled: readonly (string | RegExp)[];
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
      nothing: ['Nothing waits for you.', 'No dates to come.'],
      failure: ['Some of these numbers could not be read.', 'The audit trail could not be read.'],
      filled: ['Board meeting'],
    },
    {
      path: 'admin/users',
      loading: ['Loading users'],
      nothing: ['No users found'],
      failure: ['Failed to load users'],
      // Whoever comes first: the portal is one of several tests.
      filled: [/^\S+@\S+$/],
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
      filled: ['No mail is in trouble.'],
    },
    {
      path: 'admin/audit',
      loading: ['Loading the audit trail'],
      nothing: ['No entries found.'],
      failure: ['The audit trail could not be loaded.'],
      // Whoever did the last thing: the portal is one of several tests.
      filled: [/^(npm start|\S+@\S+)$/],
    },
    {
      path: 'admin/bin',
      loading: ['Loading the bin'],
      nothing: ['The bin is empty.'],
      failure: ['The bin could not be loaded.'],
      filled: ['The bin is empty.'],
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
      path: 'customer',
      loading: [],
      nothing: ['No dates to come.'],
      failure: ['Something failed on our side.'],
      filled: ['Laboratory open for visitors'],
    },
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
      failure: ['The health of releases could not be loaded.', 'The failures could not be loaded.'],
      filled: [],
    },
    {
      path: 'developer/tokens',
      loading: ['Loading team tokens'],
      nothing: ['No team tokens.'],
      failure: ['The tokens could not be loaded.'],
      filled: [],
    },
    {
      path: 'developer/local-remote',
      loading: ['Loading the permission'],
      nothing: [],
      failure: ['The permission could not be read.'],
      filled: ['Allow in this browser'],
    },
    { path: 'developer/calendar', ...month, filled: [] },
  ],
};

const saying = (page: Page, words: string) => main(page).getByRole('status').filter({ hasText: words });
const inMain = (page: Page, words: string | RegExp) => main(page).getByText(words).first();

/** In which states axe looks: each state is looked at in one theme; at what is filled, every-page.spec.ts looks in both. */
const LOOKED_AT = { light: ['failed'], dark: ['loading', 'empty'] };
type Theme = keyof typeof LOOKED_AT;

/** Goes through the states of a page. It is opened once. */
async function walk(
  page: Page,
  url: string,
  theme: Theme,
  { path, loading, nothing, failure, filled }: Place,
): Promise<void> {
  const look = async (state: string) => {
    await expectNoOverflow(page, `${path} ${state}`);
    if (LOOKED_AT[theme].includes(state)) await expectAccessible(page);
  };
  const answer = await controlAnswers(page);
  await page.goto(`${url}/dashboard/${path}`);
  await expect(main(page).getByRole('heading', { level: 2 }).first()).toBeVisible();
  for (const label of loading) await expect(saying(page, label).first()).toBeAttached();
  await look('loading');

  await answer('failure');
  for (const text of failure) await expect(inMain(page, text)).toBeVisible();
  await look('failed');

  await answer('nothing');
  await retryAll(page);
  for (const text of nothing) await expect(inMain(page, text)).toBeVisible();
  for (const text of failure) await expect(main(page).getByText(text)).toHaveCount(0);
  await expect(saying(page, 'Loading')).toHaveCount(0);
  await look('empty');

  await page.context().setOffline(true);
  await expect(saying(page, 'Offline: what you see may be old')).toBeVisible();
  for (const text of nothing) await expect(inMain(page, text)).toBeVisible();
  await answer('by itself');
  await page.context().setOffline(false);
  // Nobody presses anything.
  for (const text of filled) await expect(inMain(page, text)).toBeVisible();
  await expect(saying(page, 'Live')).toBeVisible();
  await look('filled');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
}

test('whatever overview or tool a remote brings is gone through here', async ({ portal }) => {
  const gone = Object.values(dashboards).flatMap((places) => places.map(({ path }) => path));
  const { tools } = await broughtPlaces(portal);
  expect(gone.toSorted()).toEqual(tools);
  expect(Object.values(PLACES).flat().toSorted()).toEqual(tools);
});

/** So many pages are gone through by a test. */
const AT_ONCE = 4;

for (const screen of SCREENS)
  for (const [person, all] of Object.entries(dashboards))
    for (let start = 0; start < all.length; start += AT_ONCE) {
      const places = all.slice(start, start + AT_ONCE);
      const paths = places.map(({ path }) => path).join(', ');
      test(`at ${screen.viewport.width} px: ${paths}: loads, fails, heals, is empty, and fills when the device is online again`, async ({
        browser,
        portal,
      }) => {
        const context = await contextOf(browser, portal, `${person}@cytocomm.example`, screen);
        const page = await context.newPage();
        const complaints = watchConsole(page);
        for (const place of places)
          await test.step(place.path, () => walk(page, portal.url, screen.colorScheme, place));
        expect(besidesNetwork(complaints)).toEqual([]);
        await context.close();
      });
    }
