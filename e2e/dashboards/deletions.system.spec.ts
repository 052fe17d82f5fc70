import { randomUUID } from 'node:crypto';
import { newUserRecord } from '@cytocomm/api';
import { addEvent, addressOf, type BinKind } from '@cytocomm/contract';
import type { BrowserContext, Locator, Page } from '@playwright/test';
import type { Db } from 'mongodb';
import { expectAccessible } from '../fixtures/look.ts';
import { newPerson } from '../fixtures/people.ts';
import type { PortalProcess } from '../fixtures/portal-process.ts';
import { pressReleaseWriter } from '../fixtures/press-releases.ts';
import { makePdf, uploadReport } from '../fixtures/report.ts';
import { newSessionOf, write } from '../fixtures/signed-in.ts';
import { expect, test } from '../fixtures/test.ts';

// Deleted, taken back by Undo, deleted again and restored from the bin: each kind of record, on a desk and on a phone.

interface Maker {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly portal: PortalProcess;
  readonly records: Db;
  /** A word that no other record has. */
  readonly mark: string;
}

/** A kind of record. */
interface Kind {
  readonly kind: BinKind;
  /** Where its records are, and the field that has the mark. */
  readonly stored: readonly [collection: string, field: string];
  /** The address of its list, below that of the admin. */
  readonly list: string;
  /** Makes one, and returns what its buttons call it and what the bin does. */
  readonly make: (maker: Maker) => Promise<{ readonly name: string; readonly title: string }>;
  readonly confirm: string;
  readonly told: string;
}

const KINDS: readonly Kind[] = [
  {
    stored: ['users', 'email'],
    ...{ kind: 'user', list: 'users?q=', confirm: 'Delete user', told: 'User deleted' },
    make: async ({ records, mark }) => {
      const name = `${mark}@x.example`;
      const title = `Nora ${mark}`;
      await records.collection('users').insertOne(newUserRecord({ email: name, name: title, roles: [] }));
      return { name, title };
    },
  },
  {
    stored: ['documents', 'title'],
    ...{ kind: 'document', list: 'documents?q=', confirm: 'Delete document', told: 'Document deleted' },
    make: async ({ page, portal, mark }) => {
      const title = `Report ${mark}`;
      await page.goto(`${portal.url}/dashboard/admin/documents`);
      await uploadReport(page, title, makePdf(title));
      return { name: title, title };
    },
  },
  {
    stored: ['press_releases', 'title'],
    ...{ kind: 'press-release', list: 'releases?q=', confirm: 'Delete press release', told: 'Press release deleted' },
    make: async ({ context, portal, mark }) => {
      const title = `News ${mark}`;
      pressReleaseWriter(context, portal).publish({ title, content: '<p>x</p>' });
      return { name: title, title };
    },
  },
  {
    stored: ['events', 'title'],
    ...{ kind: 'event', list: 'events?q=', confirm: 'Delete event', told: 'Event deleted' },
    make: async ({ context, portal, mark }) => {
      const title = `Day ${mark}`;
      const event = { title, date: '2030-01-05T00:00:00.000Z' };
      expect((await write(context, portal, 'POST', addressOf(addEvent), event)).status()).toBe(201);
      return { name: title, title };
    },
  },
];

/** Deletes a record from its list. */
async function remove(page: Page, name: string, { confirm, told }: Kind): Promise<void> {
  const more = page.getByRole('button', { name: `More of ${name}` });
  if (page.viewportSize()?.width === 390) await more.click();
  await page.getByRole('button', { name: `Delete ${name}` }).click();
  const dialog = page.getByRole('dialog');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: confirm }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText(told, { exact: true })).toBeVisible();
}

for (const kind of KINDS)
  for (const { width, height } of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ])
    test(`a ${kind.kind} is deleted, taken back, deleted again and restored at ${width} px`, async ({
      browser,
      portal,
      records,
    }) => {
      const context = await newSessionOf(browser, portal, await newPerson(records, 'admin'));
      const page = await context.newPage();
      const mark = randomUUID().slice(0, 8);
      const { name, title } = await kind.make({ context, page, portal, records, mark });
      await page.setViewportSize({ width, height });
      const list = `${portal.url}/dashboard/admin/${kind.list}${mark}`;
      const record: Locator = page.getByRole('main').getByText(name, { exact: true });
      await page.goto(list);
      await expect(record).toBeVisible();

      await remove(page, name, kind);
      await expect(record).toHaveCount(0);
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect(page.getByText(`“${title}” is back`)).toBeVisible();
      await expect(record).toBeVisible();

      await remove(page, name, kind);
      await page.goto(`${portal.url}/dashboard/admin/bin?kind=${kind.kind}`);
      await expect(page.getByRole('main').getByText(title, { exact: true })).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('button', { name: `Restore ${title}` }).click();
      await expect(page.getByText(`“${title}” is back`)).toBeVisible();
      await expect(page.getByRole('main').getByText(title, { exact: true })).toHaveCount(0);
      await page.goto(list);
      await expect(record).toBeVisible();
      // Other tests of this worker see what is published.
      const [collection, field] = kind.stored;
      await records.collection(collection).deleteMany({ [field]: new RegExp(mark) });
      await context.close();
    });
