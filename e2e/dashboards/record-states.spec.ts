import type { Locator, Page } from '@playwright/test';
import { controlAnswers, REASONS } from '../fixtures/answers.ts';
import { expectNoOverflow } from '../fixtures/look.ts';
import { hasFocus, retryAll } from '../fixtures/retry-all.ts';
import { contextOf } from '../fixtures/signed-in.ts';
import {
  besidesNetwork,
  button,
  expectLoaded,
  expectStateLooks,
  form,
  main,
  SCREENS,
  status,
} from '../fixtures/states.ts';
import { expect, test, watchConsole } from '../fixtures/test.ts';
import { broughtPlaces, placesBelow } from '../fixtures/tools.ts';

// Each walks through several records.
test.describe.configure({ timeout: 240_000 });

/** A record that is read or edited at an address of its own. */
interface RecordPlace {
  /** As the remote brings it: `:id` stands for the record. */
  readonly path: string;
  readonly loading: string;
  readonly failure: string;
  /** What stands there once it is read. */
  readonly filled: (page: Page) => Locator;
}

const calendar = (role: string): RecordPlace => ({
  path: `${role}/calendar/:id`,
  loading: 'Loading the calendar',
  failure: 'The event could not be loaded.',
  filled: (page) => main(page).getByRole('listitem').and(page.locator('[aria-current=true]')).first(),
});

const RECORDS: Readonly<Record<string, readonly RecordPlace[]>> = {
  admin: [
    {
      path: 'admin/releases/:id/edit',
      loading: 'Loading',
      failure: 'The press release could not be loaded.',
      filled: (page) => form(page, 'Press release').getByLabel('Title'),
    },
    {
      path: 'admin/events/:id/edit',
      loading: 'Loading the event',
      failure: 'The event could not be loaded.',
      filled: (page) => form(page, 'Edit event').getByLabel('Title'),
    },
    calendar('admin'),
  ],
  investor: [
    {
      path: 'investor/news/:id',
      loading: 'Loading the article',
      failure: 'The article could not be loaded.',
      filled: (page) => main(page).getByRole('article'),
    },
    calendar('investor'),
  ],
  customer: [calendar('customer')],
  developer: [calendar('developer')],
};

test('whatever record a tool brings is gone through here', async ({ portal }) => {
  const gone = Object.values(RECORDS).flatMap((places) => places.map(({ path }) => path));
  const { below } = await broughtPlaces(portal);
  expect(gone).toEqual(expect.arrayContaining(below.filter((path) => !path.endsWith('/new'))));
});

/** Opens a record that is held back, cannot be read, is away, and is read; then the device loses its network. */
async function readRecord(page: Page, url: string, path: string, place: RecordPlace): Promise<void> {
  const { loading, failure, filled } = place;
  const answer = await controlAnswers(page);
  await page.goto(`${url}/dashboard/${path}`);
  await expect(main(page).getByRole('heading', { level: 2 }).first()).toBeVisible();
  await expect(status(page, loading).first()).toBeAttached();
  await expectStateLooks(page, `${path} loading`);

  await answer('failure');
  const failed = main(page).getByRole('alert').filter({ hasText: failure });
  const retry = button(failed.locator('..'), 'Retry');
  await expect(failed).toContainText(REASONS.failure);
  await expectStateLooks(page, `${path} failed`);

  await answer('unavailable');
  await retry.press('Enter');
  await expect(failed).toContainText(REASONS.unavailable);
  await expect(retry).toBeFocused();

  await answer('by itself');
  await retry.press('Enter');
  await expect(filled(page)).toBeVisible();
  await expect(failed).toHaveCount(0);
  expect(await hasFocus(page), 'Retry keeps the focus').toBe(true);
  await retryAll(page);
  await expectLoaded(page);
  // Axe looks at what is filled in every-page.spec.ts.
  await expectNoOverflow(page, `${path} filled`);

  await page.context().setOffline(true);
  await expect(status(page, 'Offline: what you see may be old')).toBeVisible();
  await expect(filled(page)).toBeVisible();
  await page.context().setOffline(false);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
}

for (const screen of SCREENS)
  for (const [person, places] of Object.entries(RECORDS))
    test(`at ${screen.viewport.width} px a record of the ${person} loads, fails, heals, and stays when the network goes`, async ({
      browser,
      portal,
      records,
    }) => {
      const context = await contextOf(browser, portal, `${person}@cytocomm.example`, screen);
      const page = await context.newPage();
      const complaints = watchConsole(page);
      const below = (await placesBelow(records))[person] ?? [];
      for (const place of places)
        await test.step(place.path, async () => {
          const [start = '', end = ''] = place.path.split(':id');
          const path = below.find((each) => each.startsWith(start) && each.endsWith(end) && !each.endsWith('/new'));
          await readRecord(page, portal.url, path ?? place.path, place);
        });
      expect(besidesNetwork(complaints)).toEqual([]);
      await context.close();
    });
