import { addEvent, addressOf, writePressRelease } from '@cytocomm/contract';
import type { BrowserContext, Locator, Page, Route } from '@playwright/test';
import { z } from 'zod';
import { expectAccessible } from '../fixtures/accessible.ts';
import { controlAnswers, controlChanges, REASONS } from '../fixtures/answers.ts';
import { write } from '../fixtures/calls.ts';
import { expectNoOverflow } from '../fixtures/look.ts';
import { makePdf } from '../fixtures/pdf.ts';
import type { PortalProcess } from '../fixtures/portal-process.ts';
import { hasFocus, retryAll } from '../fixtures/retry-all.ts';
import { contextOf } from '../fixtures/signed-in.ts';
import { expect, test, watchConsole } from '../fixtures/test.ts';
import { broughtPlaces, placesBelow } from '../fixtures/tools.ts';

// The lists and overviews are in panel-states.spec.ts.

// Each walks through several forms, each three times refused.
test.describe.configure({ timeout: 240_000 });

const main = (page: Page) => page.getByRole('main');
const form = (page: Page, name: string) => main(page).getByRole('form', { name });
const button = (within: Locator, name: string) => within.getByRole('button', { name, exact: true });
const press = (within: Locator, name: string) => button(within, name).press('Enter');
const status = (page: Page, words: string) => page.getByRole('status').filter({ hasText: words });

/** A record that is read or edited at an address of its own. */
interface RecordPlace {
  /** As the remote brings it: `:id` stands for the record. */
  readonly path: string;
  readonly loading: string;
  readonly failure: string;
  /** What stands there once it is read. */
  readonly filled: (page: Page) => Locator;
}

/** Something to write. Each time, it is written once and saved at last. */
interface FormPlace {
  readonly path: string;
  readonly write: (page: Page, mark: string) => Promise<void>;
  readonly save: (page: Page) => Promise<void>;
  /** What is said beside the reason when it could not be saved. */
  readonly failure: string;
  /** What was written stands there. */
  readonly kept: (page: Page, mark: string) => Promise<void>;
  readonly saved: (page: Page, mark: string) => Promise<void>;
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
    {
      path: 'admin/documents/:id/accesses',
      loading: 'Loading accesses',
      failure: 'The accesses could not be loaded.',
      filled: (page) => main(page).getByRole('heading', { name: /^Accesses of / }),
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

/** Nine in the morning of a day that nobody else writes into. */
const TYPED_DAY = '030120310900AM';

const FORMS: Readonly<Record<string, readonly FormPlace[]>> = {
  admin: [
    {
      path: 'admin/users/new',
      write: (page, mark) => form(page, 'Add a user').getByLabel('Email').fill(`${mark}@lab.example`),
      save: (page) => press(form(page, 'Add a user'), 'Add User'),
      failure: 'Failed to add user',
      kept: (page, mark) => expect(form(page, 'Add a user').getByLabel('Email')).toHaveValue(`${mark}@lab.example`),
      saved: (page) => expect(page.getByText('User added').last()).toBeVisible(),
    },
    {
      path: 'admin/users/import',
      write: async (page, mark) => {
        const buffer = Buffer.from(`email,roles\n${mark}-imported@lab.example,investor\n`);
        const file = { name: `${mark}.csv`, mimeType: 'text/csv', buffer };
        await main(page).getByLabel('CSV file').setInputFiles(file);
        await main(page).getByLabel('CSV file').focus();
        await expect(button(main(page), 'Check the file again')).toBeVisible();
      },
      save: (page) => press(main(page), 'Check the file again'),
      failure: 'The import did not come to its end.',
      kept: (page, mark) => expect(main(page).getByText(`${mark}.csv`)).toBeVisible(),
      saved: async (page) => {
        // What was checked may fail as it is added.
        await page.route(/users\/import/, (route) => route.abort(), { times: 1 });
        await press(main(page), 'Add 1 user');
        await press(main(page), 'Check the file again');
        await press(main(page), 'Add 1 user');
        await expect(main(page).getByText('The import is done.')).toBeVisible();
        expect(await hasFocus(page), 'the focus stays').toBe(true);
      },
    },
    {
      path: 'admin/documents/new',
      write: async (page, mark) => {
        await form(page, 'Upload documents').getByLabel('Title').fill(mark);
        const file = { name: `${mark}.pdf`, mimeType: 'application/pdf', buffer: makePdf(mark) };
        await form(page, 'Upload documents').locator('input[type=file]').setInputFiles(file);
      },
      save: (page) => press(form(page, 'Upload documents'), 'Upload'),
      failure: 'Upload failed.',
      kept: async (page, mark) => {
        await expect(form(page, 'Upload documents').getByLabel('Title')).toHaveValue(mark);
        await expect(button(form(page, 'Upload documents'), `Remove ${mark}.pdf`)).toBeVisible();
      },
      saved: (page) => expect(main(page).getByText('✅ Document uploaded successfully!')).toBeVisible(),
    },
    releaseForm('admin/releases/new'),
    releaseForm('admin/releases/:id/edit'),
    {
      path: 'admin/events/new',
      write: async (page, mark) => {
        const event = form(page, 'Add an event');
        await event.getByLabel('Title').fill(mark);
        await event.getByRole('checkbox', { name: 'Whole days' }).uncheck();
        await event.getByRole('group', { name: 'Starts' }).getByRole('spinbutton', { name: 'Month' }).focus();
        await page.keyboard.type(TYPED_DAY);
      },
      save: (page) => press(form(page, 'Add an event'), 'Add Event'),
      failure: 'The event was not added.',
      kept: (page, mark) => expect(form(page, 'Add an event').getByLabel('Title')).toHaveValue(mark),
      saved: (page) => expect(page.getByText('Event added').last()).toBeVisible(),
    },
    {
      path: 'admin/events/:id/edit',
      write: (page, mark) => form(page, 'Edit event').getByLabel('Title').fill(mark),
      save: (page) => press(form(page, 'Edit event'), 'Save'),
      failure: 'The event was not changed.',
      kept: (page, mark) => expect(form(page, 'Edit event').getByLabel('Title')).toHaveValue(mark),
      saved: (page) => expect(page.getByText('Event changed').last()).toBeVisible(),
    },
  ],
  developer: [
    {
      path: 'developer/tokens',
      write: async (page, mark) => {
        await form(page, 'Make a team token').getByLabel('Remote').fill('mfe-lab');
        await form(page, 'Make a team token').getByLabel('Name').fill(mark);
      },
      save: (page) => press(form(page, 'Make a team token'), 'Make token'),
      failure: 'The token was not made.',
      kept: (page, mark) => expect(form(page, 'Make a team token').getByLabel('Name')).toHaveValue(mark),
      saved: async (page, mark) => {
        await expect(main(page).getByLabel('New token')).toBeFocused();
        await expect(main(page).getByRole('button', { name: `Revoke ${mark} of mfe-lab` })).toBeVisible();
      },
    },
    {
      path: 'developer/local-remote',
      write: async (page) => {
        await form(page, 'Load a remote').getByLabel('Remote').fill('mfe-lab');
        await form(page, 'Load a remote').getByLabel('Address on your machine').fill('http://localhost:4001');
      },
      save: (page) => press(form(page, 'Load a remote'), 'Allow in this browser'),
      failure: 'This was not allowed.',
      kept: (page) =>
        expect(form(page, 'Load a remote').getByLabel('Address on your machine')).toHaveValue('http://localhost:4001'),
      saved: async (page) => {
        await button(main(page), 'Stop').click();
        await expect(form(page, 'Load a remote')).toBeVisible();
      },
    },
  ],
};

/** It is saved as one writes; Retry saves it again. */
function releaseForm(path: string): FormPlace {
  const release = (page: Page) => form(page, 'Press release');
  return {
    path,
    write: (page, mark) => release(page).getByLabel('Title').fill(mark),
    save: async (page) => {
      const retry = button(release(page), 'Retry');
      // It may be saved again by itself before the button is pressed.
      if (await retry.isVisible()) await retry.press('Enter', { timeout: 2000 }).catch(() => undefined);
    },
    failure: 'What you wrote is kept in this browser until it is saved.',
    kept: (page, mark) => expect(release(page).getByLabel('Title')).toHaveValue(mark),
    saved: async (page) => {
      await expect(release(page).getByText(/^Saved \d\d:\d\d$/)).toBeVisible();
      await expect(page).toHaveURL(/\/releases\/[0-9a-f]{24}\/edit$/);
    },
  };
}

/** A failed answer, and what a device without a network cannot reach, are noted by Chromium itself. */
const NETWORK = /^Failed to load resource|net::ERR_(INTERNET_DISCONNECTED|FAILED)/;
const OFFLINE = 'The portal cannot be reached.';
/** The code of the admin's tools, and that of the parts which they load by themselves. */
const CODE = /\/releases\/mfe-admin\/.+\.js$/;
const CODE_OF_PARTS = /\/releases\/mfe-admin\/.+\/\d+\.\w+\.js$/;
const NOTHING = /^$/;
/** What these tests write is called so, and removed after them. */
const MARK = 'state-of-a-form';

test.afterAll(async ({ records }) => {
  const marked = { $regex: `^${MARK}` };
  for (const name of ['documents', 'events', 'press_releases'])
    await records.collection(name).deleteMany({ title: marked });
  await records.collection('users').deleteMany({ email: marked });
  await records.collection('team_tokens').deleteMany({ name: marked });
});

test('whatever form or record a tool brings is gone through here', async ({ portal }) => {
  const gone = [...Object.values(RECORDS).flat(), ...Object.values(FORMS).flat()].map(({ path }) => path);
  expect(gone).toEqual(expect.arrayContaining([...(await broughtPlaces(portal)).below]));
});

const settled = (page: Page) => expect(status(page, 'Loading')).toHaveCount(0);

async function look(page: Page, place: string): Promise<void> {
  await expectNoOverflow(page, place);
  await expectAccessible(page);
}

/** Opens a record that is held back, cannot be read, is away, and is read; then the device loses its network. */
async function readRecord(page: Page, url: string, path: string, place: RecordPlace): Promise<void> {
  const { loading, failure, filled } = place;
  const answer = await controlAnswers(page);
  await page.goto(`${url}/dashboard/${path}`);
  await expect(main(page).getByRole('heading', { level: 2 }).first()).toBeVisible();
  await expect(status(page, loading).first()).toBeAttached();
  await look(page, `${path} loading`);

  await answer('failure');
  const failed = main(page).getByRole('alert').filter({ hasText: failure });
  const retry = button(failed.locator('..'), 'Retry');
  await expect(failed).toContainText(REASONS.failure);
  await look(page, `${path} failed`);

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
  await settled(page);
  await look(page, `${path} filled`);

  await page.context().setOffline(true);
  await expect(status(page, 'Offline: what you see may be old')).toBeVisible();
  await expect(filled(page)).toBeVisible();
  await page.context().setOffline(false);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
}

/** Writes something that cannot be saved for three reasons: each is named, nothing is lost, and then it is saved. */
async function writeForm(page: Page, url: string, path: string, place: FormPlace, mark: string): Promise<void> {
  const { failure, kept } = place;
  const answer = await controlChanges(page);
  await page.goto(`${url}/dashboard/${path}`);
  await expect(main(page).getByRole('heading', { level: 2 }).first()).toBeVisible();
  await settled(page);
  const isRefused = async (reason: string) => {
    const told = page.locator('[role=alert], [role=status]').filter({ hasText: failure });
    await expect(main(page).or(told).getByText(reason).last()).toBeVisible();
    await expect(page.getByText(failure).last()).toBeVisible();
    await kept(page, mark);
    expect(await hasFocus(page), 'the focus stays').toBe(true);
  };

  answer('failure');
  await place.write(page, mark);
  await place.save(page);
  await isRefused(REASONS.failure);
  await look(page, `${path} refused`);

  answer('unavailable');
  await place.save(page);
  await isRefused(REASONS.unavailable);

  answer('by itself');
  await page.context().setOffline(true);
  await place.save(page);
  await isRefused(OFFLINE);
  await look(page, `${path} offline`);

  await page.context().setOffline(false);
  await expect(status(page, 'Live')).toBeVisible();
  await place.save(page);
  await place.saved(page, mark);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
}

/** Holds back what a page loads of some files. What was held back is given up when other files are. */
async function holdBack(page: Page, files: RegExp): Promise<(held: RegExp) => void> {
  let now = NOTHING;
  let waiting: Route[] = [];
  await page.route(files, (route) => {
    if (!now.test(route.request().url())) return route.continue();
    waiting.push(route);
  });
  return (held) => {
    now = held;
    // The page may have given them up itself.
    for (const route of waiting) void route.abort().catch(() => undefined);
    waiting = [];
  };
}

/** Makes what is edited. Returns the addresses of forms with the records in the place of `:id`. */
async function madeFor(context: BrowserContext, portal: PortalProcess, mark: string) {
  const make = async (call: Parameters<typeof addressOf>[0], data: object) => {
    const answer = await write(context, portal, 'POST', addressOf(call), data);
    return recordSchema.parse(await answer.json()).id;
  };
  const title = `${mark} before`;
  const release = { title, content: '<p>Words.</p>', target: ['investors'], status: 'draft' };
  const ids: Readonly<Record<string, string>> = {
    'admin/releases/:id/edit': await make(writePressRelease, release),
    'admin/events/:id/edit': await make(addEvent, { title, date: '2031-03-01' }),
  };
  return (path: string) => path.replace(':id', ids[path] ?? '');
}

const recordSchema = z.object({ id: z.string() });

for (const { width, height, colorScheme } of [
  { width: 1440, height: 900, colorScheme: 'light' },
  { width: 390, height: 844, colorScheme: 'dark' },
] as const) {
  const screen = { viewport: { width, height }, colorScheme };

  for (const [person, places] of Object.entries(RECORDS))
    test(`at ${width} px a record of the ${person} loads, fails, heals, and stays when the network goes`, async ({
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
      expect(complaints.filter((words) => !NETWORK.test(words))).toEqual([]);
      await context.close();
    });

  test(`at ${width} px code that does not come is waited for, then named, and Retry brings it: of a tool, and of a part`, async ({
    browser,
    portal,
  }) => {
    const context = await contextOf(browser, portal, 'admin@cytocomm.example', screen);
    const page = await context.newPage();
    const hold = await holdBack(page, CODE);
    hold(CODE);
    // What is held back belongs to the page's load.
    await page.goto(`${portal.url}/dashboard/admin/releases/new`, { waitUntil: 'commit' });
    await expect(main(page).getByRole('heading', { name: 'Press releases' })).toBeVisible();
    await expect(status(page, 'Loading').first()).toBeAttached();
    await expect(main(page).getByText('Administration could not be loaded.')).toBeVisible();
    await look(page, 'code of a tool');
    hold(CODE_OF_PARTS);
    await button(main(page), 'Retry').press('Enter');
    await expect(status(page, 'Loading editor')).toBeAttached();
    await expect(main(page).getByText('The editor could not be loaded.')).toBeVisible();
    expect(await hasFocus(page)).toBe(true);
    await look(page, 'code of a part');
    hold(NOTHING);
    await retryAll(page);
    await expect(form(page, 'Press release').getByLabel('Title')).toBeVisible();
    await context.close();
  });

  for (const [person, places] of Object.entries(FORMS))
    test(`at ${width} px what the ${person} writes is kept while it cannot be saved, and saved then`, async ({
      browser,
      portal,
    }) => {
      const context = await contextOf(browser, portal, `${person}@cytocomm.example`, screen);
      const page = await context.newPage();
      const complaints = watchConsole(page);
      const mark = `${MARK}-${width}-${Date.now()}`;
      const addressFor = person === 'admin' ? await madeFor(context, portal, mark) : (path: string) => path;
      for (const place of places)
        await test.step(place.path, () => writeForm(page, portal.url, addressFor(place.path), place, mark));
      expect(complaints.filter((words) => !NETWORK.test(words))).toEqual([]);
      await context.close();
    });
}
