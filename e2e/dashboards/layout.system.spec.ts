import { newUserRecord } from '@cytocomm/api';
import type { Locator } from '@playwright/test';
import { waitUntilSettled } from '../fixtures/layout-shifts.ts';
import { expectCellsFit, expectGoodLooks, expectNoOverflow } from '../fixtures/look.ts';
import { newPerson } from '../fixtures/people.ts';
import { makePdf } from '../fixtures/report.ts';
import { contextOf, newSessionOf } from '../fixtures/signed-in.ts';
import { expect, test } from '../fixtures/test.ts';
import { openTool, PLACES } from '../fixtures/tools.ts';

async function boxOf(part: Locator) {
  const box = await part.boundingBox();
  if (box === null) throw new Error(`nothing is drawn of ${part}`);
  return box;
}

const backgroundOf = (part: Locator) => part.evaluate((node) => getComputedStyle(node).backgroundColor);

test('forms keep their room with what is put into them, and no dialog is wider than the phone', async ({
  browser,
  portal,
  records,
}) => {
  const email = `${'a-very-long-address-'.repeat(3)}@${'sub.'.repeat(10)}lab.example`;
  await records.collection('users').insertOne(newUserRecord({ email, name: 'Long', roles: ['investor'] }));
  const context = await newSessionOf(browser, portal, await newPerson(records, 'admin'));
  const page = await context.newPage();
  await page.goto(`${portal.url}/dashboard/admin/documents/new`);

  const upload = page.getByRole('form', { name: 'Upload documents' });
  const file = (name: string) => ({ name, mimeType: 'application/pdf', buffer: makePdf(name) });
  await upload.locator('input[type=file]').setInputFiles([file('one.pdf'), file('two.pdf')]);
  await expect(upload.getByLabel('Title of two.pdf')).toBeVisible();
  expect((await boxOf(upload.locator('input[type=file]'))).width).toBeGreaterThan(300);

  await openTool(page, 'Events');
  await page
    .getByRole('link', { name: /^Edit / })
    .last()
    .click();
  expect((await boxOf(page.getByRole('form', { name: 'Edit event' }).getByLabel('Title'))).width).toBeGreaterThan(300);

  await openTool(page, 'Users');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('searchbox', { name: 'Search users' }).fill('a-very-long');
  const card = page.getByRole('list', { name: 'Users' }).getByRole('listitem');
  await card.getByRole('button', { name: `More of ${email}` }).click();
  await card.getByRole('button', { name: `Sign-ins: ${email}` }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  // A sheet: as wide as the phone, at its lower edge.
  await expect
    .poll(async () => {
      const { x, y, width, height } = await boxOf(dialog);
      return [x, width, Math.round(y + height)];
    })
    .toEqual([0, 390, 844]);
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeInViewport({ ratio: 1 });
  await context.close();
});

for (const { tool, caption, search } of [
  { tool: 'users', caption: 'Users', search: 'lab.example' },
  { tool: 'releases', caption: 'Press releases', search: '' },
  { tool: 'documents', caption: 'Uploaded documents', search: '' },
  { tool: 'events', caption: 'Events', search: '' },
  { tool: 'mail', caption: 'Mails', search: '&status=all' },
  { tool: 'audit', caption: 'Audit trail', search: '' },
])
  test(`at 1440 px nothing in the list of ${tool} leaves its cell, in both densities and themes`, async ({
    browser,
    portal,
    records,
  }) => {
    const admin = await newPerson(records, 'admin', 'investor', 'customer', 'developer');
    await records
      .collection('users')
      .updateOne({ email: admin }, { $set: { name: 'Wilhelmina Featherstonehaugh-Cholmondeley of the Laboratory' } });
    const context = await newSessionOf(browser, portal, admin, { viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    await page.goto(`${portal.url}/dashboard/admin/${tool}?q=${search}`);
    const grid = page.getByRole('grid', { name: caption });
    await expect(grid.getByRole('row').nth(1)).toBeVisible();
    const [room, row] = [await boxOf(grid), await boxOf(grid.getByRole('row').nth(1))];
    expect(row.width, 'its columns fit').toBeLessThanOrEqual(room.width);
    const rows = await grid
      .locator('[role=row][data-id]')
      .evaluateAll((all) => all.map(({ clientHeight }) => clientHeight));
    // As high as two lines; the only person of that search has a name of several.
    if (tool !== 'users') expect(Math.min(...rows), 'the lowest row').toBeLessThanOrEqual(52);
    else {
      const address = grid.getByTitle(admin);
      expect((await boxOf(address)).height, 'an address is one line').toBeLessThanOrEqual(26);
      await expect(address).toHaveText(admin);
    }
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expectCellsFit(grid);
      await page.getByText('View', { exact: true }).click();
      await page.getByRole('checkbox', { name: 'Compact rows' }).click();
      await page.getByText('View', { exact: true }).click();
      await expectCellsFit(grid);
    }
    await context.close();
  });

for (const { tool, caption } of [
  { tool: 'users', caption: 'Users' },
  { tool: 'releases', caption: 'Press releases' },
])
  test(`at 1,100 px the buttons of each row stay in sight in the list of ${tool}`, async ({ browser, portal }) => {
    const context = await contextOf(browser, portal, 'admin@cytocomm.example', {
      viewport: { width: 1100, height: 900 },
    });
    const page = await context.newPage();
    await page.goto(`${portal.url}/dashboard/admin/${tool}`);
    const row = page.getByRole('grid', { name: caption }).getByRole('row').nth(1);
    const deletion = row.getByRole('button', { name: /^Delete/ });
    await expect(deletion).toBeInViewport({ ratio: 1 });

    const actions = row.getByRole('gridcell').last();
    const plain = await backgroundOf(actions);
    await row.hover();
    expect(await backgroundOf(actions), 'the tint of its row').toBe(await backgroundOf(row));
    expect(await backgroundOf(actions)).not.toBe(plain);

    await row.getByRole('gridcell').first().press('ArrowRight');
    const before = (await row.getByRole('gridcell').count()) - 3;
    for (let moves = 0; moves < before; moves += 1) await page.keyboard.press('ArrowRight');
    const cell = row.getByRole('gridcell').nth(-2);
    const hasFocus = () => cell.evaluate((node) => node.contains(document.activeElement));
    await expect.poll(hasFocus, 'the cell beside them').toBe(true);
    const [focused, buttons] = [await boxOf(cell), await boxOf(actions)];
    expect(focused.x + focused.width).toBeLessThanOrEqual(buttons.x + 1);
    await context.close();
  });

for (const height of [900, 640])
  test(`at 1440 x ${height} px the admin’s rail shows the way out without scrolling`, async ({ browser, portal }) => {
    const context = await contextOf(browser, portal, 'admin@cytocomm.example', { viewport: { width: 1440, height } });
    const page = await context.newPage();
    await page.goto(`${portal.url}/dashboard/admin`);
    const rail = page.getByRole('navigation', { name: 'Dashboard' });
    await expect(rail.getByRole('button', { name: 'Logout' })).toBeInViewport({ ratio: 1 });

    // Nothing that the keyboard comes to lies under it.
    const way = rail
      .getByRole('listitem')
      .filter({ has: page.getByRole('button', { name: 'Logout' }) })
      .last();
    const focused = page.locator(':focus');
    const isBefore = () => way.evaluate((node) => !node.contains(document.activeElement));
    await rail.getByRole('link', { name: 'Overview' }).focus();
    for (; await isBefore(); await page.keyboard.press('Tab')) {
      const [box, leave] = [await boxOf(focused), await boxOf(way)];
      // Firefox scrolls by whole pixels.
      expect(box.y + box.height).toBeLessThanOrEqual(leave.y + 1);
    }
    await context.close();
  });

test('on a phone the card of a person is at most 160 px high, its buttons unfold, and are named in words', async ({
  browser,
  portal,
}) => {
  const context = await contextOf(browser, portal, 'admin@cytocomm.example', { viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await page.goto(`${portal.url}/dashboard/admin/users?q=investor%40cytocomm`);
  const card = page.getByRole('list', { name: 'Users' }).getByRole('listitem');
  await expect(card).toHaveCount(1);
  expect((await boxOf(card)).height).toBeLessThanOrEqual(160);
  await card.getByRole('button', { name: 'More of investor@cytocomm.example' }).click();
  const deletion = card.getByRole('button', { name: 'Delete investor@cytocomm.example' });
  await expect(deletion.getByText('Delete')).toBeInViewport();
  expect((await boxOf(deletion.getByText('Delete'))).width).toBeGreaterThan(30);
  await expectGoodLooks(page);

  // Of a value of several lines the name stands beside the first.
  await page.goto(`${portal.url}/dashboard/admin/events?q=laboratory`);
  const event = page.getByRole('list', { name: 'Events' }).getByRole('listitem');
  const [name, time] = [await boxOf(event.getByText('Date', { exact: true })), await boxOf(event.locator('time'))];
  expect(Math.abs(name.y + name.height / 2 - (time.y + time.height / 2))).toBeLessThanOrEqual(4);
  await context.close();
});

test('at 1440 x 900 px a release is written at the left, and what becomes of it stands beside it, in sight', async ({
  browser,
  portal,
}) => {
  const context = await contextOf(browser, portal, 'admin@cytocomm.example', {
    viewport: { width: 1440, height: 900 },
  });
  const page = await context.newPage();
  await page.goto(`${portal.url}/dashboard/admin/releases/new`);
  const form = page.getByRole('form', { name: 'Press release' });
  const text = await boxOf(form.getByRole('textbox', { name: 'Content' }));
  const target = await boxOf(form.getByRole('group', { name: 'Target' }));
  expect(target.x).toBeGreaterThan(text.x + text.width);
  const revisions = form.getByRole('button', { name: 'Revisions' });
  for (const part of [form.getByRole('button', { name: 'Publish' }), form.getByText('Saved as you write.'), revisions])
    await expect(part).toBeInViewport({ ratio: 1 });
  await form.getByRole('radio', { name: 'At a time' }).check();
  await expectGoodLooks(page);
  await context.close();
});

test('at 1366 x 650 px the button at the end of what becomes of a release can be reached', async ({
  browser,
  portal,
}) => {
  const context = await contextOf(browser, portal, 'admin@cytocomm.example', {
    viewport: { width: 1366, height: 650 },
  });
  const page = await context.newPage();
  await page.goto(`${portal.url}/dashboard/admin/releases/new`);
  const form = page.getByRole('form', { name: 'Press release' });
  await form.getByRole('radio', { name: 'At a time' }).check();
  await expect(form.getByText('Date and time').first()).toBeVisible();
  const last = form.getByRole('button').last();
  // As high as a long text makes it.
  await form.evaluate((node) => {
    node.style.minHeight = '2400px';
  });
  await last.focus();
  await expect(last).toBeInViewport({ ratio: 1 });
  await context.close();
});

test('on a phone the way to a tool does not lie under the state of the connection, which is a sentence when it is lost', async ({
  browser,
  portal,
}) => {
  const context = await contextOf(browser, portal, 'admin@cytocomm.example', { viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await page.goto(`${portal.url}/dashboard/admin/releases/new`);
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  await context.setOffline(true);
  const state = page.getByText('Offline: what you see may be old');
  await expect(state).toBeVisible();
  const way = page.getByRole('navigation', { name: 'Breadcrumb' });
  const parts = await way
    .getByRole('listitem')
    .evaluateAll((all) => all.map((part) => part.getBoundingClientRect().right));
  expect(Math.max(...parts)).toBeLessThanOrEqual((await boxOf(state)).x);
  await expect(way.getByRole('link', { name: 'Press releases' })).toBeInViewport();
  await context.setOffline(false);
  await context.close();
});

test('on a phone a calendar with words of sixty letters is no wider than the window', async ({
  browser,
  portal,
  records,
}) => {
  const word = 'Donaudampfschifffahrtsgesellschaftskapitaensmuetzenabzeichen';
  const event = { uid: 'long-words', sequence: 0, updatedAt: new Date(), title: `Fair of ${word}`, place: word };
  await records.collection('events').insertOne({ ...event, date: new Date(), timeZone: 'America/New_York' });
  const context = await contextOf(browser, portal, 'admin@cytocomm.example', { viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await page.goto(`${portal.url}/dashboard/admin/calendar`);
  const month = page.getByRole('list', { name: /^Events in / });
  await expect(month.getByText(event.title)).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0);
  await expectNoOverflow(page, 'the calendar');
  const item = await boxOf(month.getByRole('listitem').filter({ hasText: word }));
  expect(item.x + item.width).toBeLessThanOrEqual(390);
  await records.collection('events').deleteOne({ uid: event.uid });
  await context.close();
});

for (const person of ['admin', 'customer', 'developer'])
  test(`at 800 px, beside a rail, no tool of the ${person} is wider than the window`, async ({ browser, portal }) => {
    const viewport = { width: 800, height: 900 };
    const context = await contextOf(browser, portal, `${person}@cytocomm.example`, { viewport });
    const page = await context.newPage();
    for (const place of PLACES[person] ?? [])
      await test.step(place, async () => {
        await page.goto(`${portal.url}/dashboard/${place}`);
        await waitUntilSettled(page, 2);
        await expectNoOverflow(page, place);
      });
    await context.close();
  });
