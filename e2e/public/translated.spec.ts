import type { Page } from '@playwright/test';
import { contextOf } from '../fixtures/signed-in.ts';
import { expect, test } from '../fixtures/test.ts';

/** Does what a browser's translation does to a page: each text goes into two elements, also one that comes later. */
function translate(): void {
  const isLeft = (text: Text) =>
    text.data.trim() === '' ||
    text.parentElement?.closest('script, style, textarea, font, [translate=no], [contenteditable=true]') !== null;
  const wrap = (text: Text) => {
    if (isLeft(text)) return;
    const [outer, inner] = [document.createElement('font'), document.createElement('font')];
    text.replaceWith(outer);
    outer.append(inner);
    inner.append(`* ${text.data}`);
  };
  const wrapAll = (root: Node) => {
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const found: Text[] = [];
    while (texts.nextNode()) if (texts.currentNode instanceof Text) found.push(texts.currentNode);
    found.forEach(wrap);
  };
  wrapAll(document.body);
  new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes]))
      if (node instanceof Text) wrap(node);
      else if (node instanceof Element && node.closest('font') === null) wrapAll(node);
  }).observe(document.body, { childList: true, subtree: true });
}

/** Opens a page that is then translated. */
async function openTranslated(page: Page, address: string, ready: RegExp): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole('button', { name: ready }).first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  await page.evaluate(translate);
}

test('a visitor signs up in a page that the browser translates', async ({ page, portal }) => {
  await openTranslated(page, `${portal.url}/news`, /Sign Up/);
  const field = page.getByRole('contentinfo').getByRole('textbox');
  await field.fill(`reader-${Date.now()}@example.org`);
  await field.press('Enter');
  await expect(page.getByText(/open the link in the mail we just sent you/)).toBeVisible();
});

test('an admin adds a person in a page that the browser translates', async ({ browser, portal }) => {
  const context = await contextOf(browser, portal, 'admin@cytocomm.example', { baseURL: portal.url });
  const page = await context.newPage();
  await openTranslated(page, '/dashboard/admin/users/new', /Add User/);
  const form = page.getByRole('form', { name: /Add a user/ });
  await form.getByRole('button', { name: /Add User/ }).click();
  await form.getByRole('textbox', { name: /Email/ }).fill(`translated-${Date.now()}@lab.example`);
  await form.getByRole('button', { name: /Add User/ }).click();
  await expect(page.getByText(/User added/).first()).toBeVisible();
  await context.close();
});
