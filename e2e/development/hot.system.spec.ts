import type { Page } from '@playwright/test';
import { type DevPortal, startDevPortal } from '../fixtures/dev-portal.ts';
import { test as base, expect } from '../fixtures/test.ts';

const PAGE = 'mfe-marketing/src/pages/Contact.tsx';
const SHEET = 'mfe-marketing/src/pages/Contact.module.css';
const TITLE = '<Heading level={1}>{contact.opening.title}</Heading>';
const LEAD = '<p className={classes.lead}>{contact.opening.lead}</p>';

/** A component whose state shows whether it has been made again. */
const COUNTER = `import { useState } from 'react';

export function Counter() {
  const [count, setCount] = useState(0);
  return <button type="button" onClick={() => setCount(count + 1)}>Counted {count}</button>;
}
`;

const test = base.extend<object, { readonly development: DevPortal }>({
  development: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
    async ({}, use) => {
      const portal = await startDevPortal(({ change, write }) => {
        write('mfe-marketing/src/pages/Counter.tsx', COUNTER);
        change(PAGE, LEAD, `${LEAD}<Counter />`);
        change(
          PAGE,
          "import classes from './Contact.module.css';",
          "import classes from './Contact.module.css';\nimport { Counter } from './Counter.tsx';",
        );
      });
      await use(portal);
      await portal.stop();
    },
    { scope: 'worker' },
  ],
});

// React says in development what it says in no page of production; what a story breaks is complained about.
test.use({ complaintsExpected: true });
test.describe.configure({ mode: 'serial' });

/** Opens the page, counts once, and marks the document: the mark is gone after a reload, the count after a remount. */
async function open(page: Page, portal: DevPortal): Promise<void> {
  await page.goto(`${portal.url}/contact`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Counted 0' }).click();
  await expect(page.getByRole('button', { name: 'Counted 1' })).toBeVisible();
  await page.evaluate(() => {
    document.body.dataset.mark = 'not reloaded';
  });
}

async function expectKept(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Counted 1' })).toBeVisible();
  expect(await page.evaluate(() => document.body.dataset.mark)).toBe('not reloaded');
}

const faults = (page: Page) => page.getByRole('alert').filter({ hasText: 'mfe-marketing/' });

test('a change of a component shows in place; its neighbour keeps its state', async ({ page, development }) => {
  await open(page, development);
  const back = development.change(PAGE, TITLE, '<Heading level={1}>Write to all of us.</Heading>');
  await expect(page.getByRole('heading', { name: 'Write to all of us.' })).toBeVisible();
  await expectKept(page);
  back();
  await expect(page.getByRole('heading', { name: 'Write to us.' })).toBeVisible();
  await expectKept(page);
});

test('the component with the state keeps it, too, unless its hooks are others', async ({ page, development }) => {
  const file = 'mfe-marketing/src/pages/Counter.tsx';
  await open(page, development);
  const back = development.change(file, 'Counted {count}', 'Now counted {count}');
  await expect(page.getByRole('button', { name: 'Now counted 1' })).toBeVisible();
  back();
  await expectKept(page);
  const forgetful = development.change(file, 'useState(0)', 'useState(7)');
  await expect(page.getByRole('button', { name: 'Counted 7' })).toBeVisible();
  forgetful();
  await expect(page.getByRole('button', { name: 'Counted 0' })).toBeVisible();
});

test('a module that is no component is replaced through those that import it', async ({ page, development }) => {
  await open(page, development);
  const back = development.change('mfe-marketing/src/content/contact.ts', 'Write to us.', 'Write to them.');
  await expect(page.getByRole('heading', { name: 'Write to them.' })).toBeVisible();
  await expectKept(page);
  back();
  await expect(page.getByRole('heading', { name: 'Write to us.' })).toBeVisible();
});

test('a change of a stylesheet shows in place, also one with a new class', async ({ page, development }) => {
  await open(page, development);
  const lead = page.locator('p').filter({ hasText: /./ }).and(page.locator('[class*="lead"]')).first();
  const margin = () => lead.evaluate((element) => getComputedStyle(element).marginTop);
  const before = await margin();
  const back = development.change(SHEET, 'margin-top: var(--space-3);', 'margin-top: 77px;');
  await expect.poll(margin).toBe('77px');
  await expectKept(page);
  back();
  await expect.poll(margin).toBe(before);

  const withoutClass = development.change(SHEET, '.page {', '.fresh {\n  letter-spacing: 3px;\n}\n\n.page {');
  const withoutUse = development.change(PAGE, '<Counter />', '<Counter /><p className={classes.fresh}>Fresh words</p>');
  await expect(page.getByText('Fresh words')).toHaveCSS('letter-spacing', '3px');
  await expectKept(page);
  withoutUse();
  withoutClass();
  await expect(page.getByText('Fresh words')).toHaveCount(0);
});

test('the frame is replaced in place; a remote keeps its state', async ({ page, development }) => {
  await open(page, development);
  const back = development.change('shell/src/frame/Footer.tsx', '<footer', '<footer data-changed="yes"');
  await expect(page.locator('footer[data-changed=yes]')).toHaveCount(1);
  await expectKept(page);
  back();
  await expect(page.locator('footer[data-changed=yes]')).toHaveCount(0);
});

test('what does not build is said over the page with file and line, and goes when it is mended', async ({
  page,
  development,
}) => {
  await open(page, development);
  const mend = development.change(PAGE, TITLE, `${TITLE}<p>`);
  await expect(faults(page)).toContainText('mfe-marketing does not build');
  await expect(faults(page)).toContainText(new RegExp(`${PAGE}:\\d+:\\d+`));
  await expect(page.getByRole('heading', { name: 'Write to us.' })).toBeVisible();
  mend();
  await expect(faults(page)).toHaveCount(0);
  await expectKept(page);
});

test('what throws while it renders is said with its line in the source, and works again when it is mended', async ({
  page,
  development,
}) => {
  await open(page, development);
  const mend = development.change(PAGE, '  return (\n', "  if (contact) throw new Error('seeded');\n  return (\n");
  await expect(faults(page)).toContainText('Error: seeded');
  await expect(faults(page)).toContainText(`${PAGE}:${development.lineOf(PAGE, "Error('seeded')")}`);
  mend();
  await expect(page.getByRole('heading', { name: 'Write to us.' })).toBeVisible();
  await expect(faults(page)).toHaveCount(0);
  expect(await page.evaluate(() => document.body.dataset.mark)).toBe('not reloaded');
});

test('what cannot be replaced reloads the page, once', async ({ page, development }) => {
  await open(page, development);
  const back = development.change('mfe-marketing/remote.config.ts', "title: 'Contact", "title: 'Changed contact");
  await expect(page).toHaveTitle(/Changed contact/);
  // The title is read before the body is there.
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await page.evaluate(() => document.body.dataset.mark)).toBeUndefined();
  back();
  await expect(page).not.toHaveTitle(/Changed contact/);
});

test('a remote that loads for the first time after a change is the changed one', async ({ page, development }) => {
  await open(page, development);
  const back = development.change('mfe-marketing/src/content/about.ts', "title: '", "title: 'Changed: ");
  await page.getByRole('link', { name: 'About' }).first().click();
  await expect(page.getByText(/Changed: /).first()).toBeVisible();
  expect(await page.evaluate(() => document.body.dataset.mark)).toBe('not reloaded');
  back();
});
