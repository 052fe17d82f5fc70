import { addEvent, addressOf, writePressRelease } from '@cytocomm/contract';
import type { BrowserContext, Locator, Page } from '@playwright/test';
import { z } from 'zod';
import { controlChanges, REASONS } from '../fixtures/answers.ts';
import { write } from '../fixtures/calls.ts';
import { makePdf } from '../fixtures/pdf.ts';
import type { PortalProcess } from '../fixtures/portal-process.ts';
import { hasFocus } from '../fixtures/retry-all.ts';
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
import { broughtPlaces } from '../fixtures/tools.ts';

// Each walks through several forms, each three times refused.
test.describe.configure({ timeout: 240_000 });

const press = (within: Locator, name: string) => button(within, name).press('Enter');
const OFFLINE = 'The portal cannot be reached.';
/** What these tests write is called so, and removed after them. */
const MARK = 'state-of-a-form';

test.afterAll(async ({ records }) => {
  const marked = { $regex: `^${MARK}` };
  for (const name of ['documents', 'events', 'press_releases'])
    await records.collection(name).deleteMany({ title: marked });
  await records.collection('users').deleteMany({ email: marked });
  await records.collection('team_tokens').deleteMany({ name: marked });
});

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
      failure: 'The file could not be checked. Nobody was added.',
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
    releasePlace('admin/releases/new'),
    releasePlace('admin/releases/:id/edit'),
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
function releasePlace(path: string): FormPlace {
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

test('whatever form a tool brings is gone through here', async ({ portal }) => {
  const gone = Object.values(FORMS).flatMap((places) => places.map(({ path }) => path));
  const { below } = await broughtPlaces(portal);
  expect(gone).toEqual(expect.arrayContaining(below.filter((path) => /\/(new|edit)$/.test(path))));
});

/** Writes something that cannot be saved for three reasons: each is named, nothing is lost, and then it is saved. */
async function writeForm(page: Page, url: string, path: string, place: FormPlace, mark: string): Promise<void> {
  const { failure, kept } = place;
  const answer = await controlChanges(page);
  await page.goto(`${url}/dashboard/${path}`);
  await expect(main(page).getByRole('heading', { level: 2 }).first()).toBeVisible();
  await expectLoaded(page);
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
  await expectStateLooks(page, `${path} refused`);

  answer('unavailable');
  await place.save(page);
  await isRefused(REASONS.unavailable);

  answer('by itself');
  await page.context().setOffline(true);
  await place.save(page);
  await isRefused(OFFLINE);
  await expectStateLooks(page, `${path} offline`);

  await page.context().setOffline(false);
  await expect(status(page, 'Live')).toBeVisible();
  await place.save(page);
  await place.saved(page, mark);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
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

for (const screen of SCREENS)
  for (const [person, places] of Object.entries(FORMS))
    test(`at ${screen.viewport.width} px what the ${person} writes is kept while it cannot be saved, and saved then`, async ({
      browser,
      portal,
    }) => {
      const context = await contextOf(browser, portal, `${person}@cytocomm.example`, screen);
      const page = await context.newPage();
      const complaints = watchConsole(page);
      const mark = `${MARK}-${screen.viewport.width}-${Date.now()}`;
      const addressFor = person === 'admin' ? await madeFor(context, portal, mark) : (path: string) => path;
      for (const place of places)
        await test.step(place.path, () => writeForm(page, portal.url, addressFor(place.path), place, mark));
      expect(besidesNetwork(complaints)).toEqual([]);
      await context.close();
    });
