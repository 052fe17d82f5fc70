import type { Page } from '@playwright/test';
import { pasteHtml } from '../fixtures/keyboard.ts';
import { PUBLIC_PAGES } from '../fixtures/public-site.ts';
import { contextOf } from '../fixtures/signed-in.ts';
import { expect, test } from '../fixtures/test.ts';
import { watchViolations } from '../fixtures/violations.ts';

const footer = (page: Page) => page.getByRole('contentinfo');

/** A refusal is noted in the console by the browser, too. */
test.describe('what a page does not do', () => {
  test.use({ complaintsExpected: true });

  test('unsanitized markup, scripts that its lock does not name, and text as code are refused', async ({
    context,
    page,
    portal,
  }) => {
    const violations = await watchViolations(context);
    await page.goto(`${portal.url}/about`);
    await expect(footer(page)).toBeVisible();
    const refused = await page.evaluate(() => {
      const tried: Record<string, string> = {};
      const attempt = (name: string, act: () => unknown) => {
        try {
          act();
          tried[name] = 'done';
        } catch (error) {
          tried[name] = error instanceof Error ? error.name : 'refused';
        }
      };
      attempt('markup', () => document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=alert(1)>'));
      attempt('content of an element', () => {
        document.createElement('p').innerHTML = '<b>not cleaned</b>';
      });
      attempt('document', () => new DOMParser().parseFromString('<b>x</b>', 'text/html'));
      attempt('foreign script', () => {
        document.createElement('script').src = 'https://evil.example/a.js';
      });
      attempt('script of another release', () => {
        document.createElement('script').src = '/releases/shell/0.0.1-0123456789ab/main.js';
      });
      attempt('worker', () => new Worker('/releases/shell/0.0.1-0123456789ab/main.js'));
      attempt('inline script', () => {
        document.createElement('script').textContent = 'alert(1)';
      });
      attempt('handler', () => document.body.setAttribute('onclick', 'alert(1)'));
      attempt('policy', () =>
        Reflect.get(window, 'trustedTypes')?.createPolicy('mine', { createHTML: String, createScriptURL: String }),
      );
      attempt('text', () => {
        document.createElement('p').innerHTML = 'fine';
      });
      return tried;
    });
    expect(refused).toEqual({
      markup: 'TypeError',
      'content of an element': 'TypeError',
      document: 'TypeError',
      'foreign script': 'FileNotInLock',
      'script of another release': 'FileNotInLock',
      worker: 'FileNotInLock',
      'inline script': 'TypeError',
      handler: 'TypeError',
      policy: 'TypeError',
      text: 'done',
    });
    await expect.poll(() => violations.length).toBeGreaterThan(0);
  });

  test('a script that got into the HTML does not run, even when it is a file of a release that once was', async ({
    context,
    page,
    portal,
  }) => {
    const violations = await watchViolations(context);
    await page.route(`${portal.url}/about`, async (route) => {
      const answer = await route.fetch();
      const injected = '<script src="/releases/shell/0.0.1-0123456789ab/main.js"></script></body>';
      await route.fulfill({ response: answer, body: (await answer.text()).replace('</body>', injected) });
    });
    const loaded: string[] = [];
    page.on('requestfinished', (request) => loaded.push(request.url()));
    await page.goto(`${portal.url}/about`);
    await expect.poll(() => violations.filter((words) => words.startsWith('script-src-elem'))).toHaveLength(1);
    expect(loaded.filter((url) => url.includes('0.0.1-0123456789ab'))).toEqual([]);
  });
});

test('the film plays under the policy', async ({ context, page, portal }) => {
  await page.route('https://www.youtube-nocookie.com/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<p>The film</p>' }),
  );
  const violations = await watchViolations(context);
  await page.goto(portal.url);
  await page.getByRole('button', { name: 'Play the video' }).press('Enter');
  await expect(page.frameLocator('iframe').getByText('The film')).toBeVisible();
  expect(violations).toEqual([]);
});

test('a browser that does not know Trusted Types shows pages and press releases like any other', async ({
  context,
  page,
  portal,
}) => {
  await context.addInitScript(() => Reflect.deleteProperty(window, 'trustedTypes'));
  await page.route(
    (url) => url.pathname === '/news',
    async (route) => {
      const answer = await route.fetch();
      const policy = answer.headers()['content-security-policy'] ?? '';
      expect(policy).toContain('require-trusted-types-for');
      const headers = {
        ...answer.headers(),
        'content-security-policy': policy.replace(/;require-trusted-types.*/, ''),
      };
      await route.fulfill({ response: answer, headers });
    },
  );
  const violations = await watchViolations(context);
  await page.goto(`${portal.url}/news`);
  await page
    .getByRole('link', { name: /^Read more/ })
    .first()
    .click();
  await expect(page.getByRole('dialog').locator('p').first()).toBeVisible();
  expect(await page.evaluate(() => 'trustedTypes' in window)).toBe(false);
  expect(violations).toEqual([]);
});

test('public pages, visited and walked through, keep to their policies', async ({ context, page, portal }) => {
  const violations = await watchViolations(context);
  for (const path of PUBLIC_PAGES) {
    await page.goto(portal.url + path);
    await expect(footer(page)).toBeVisible();
    await page.waitForLoadState('networkidle');
  }
  // From page to page in the same document, other parts of the code make the elements.
  const names = await footer(page).getByRole('link').allTextContents();
  for (const name of ['News & Events', 'Careers', 'Partners', 'Contact Us'].filter((wanted) =>
    names.includes(wanted),
  )) {
    await footer(page).getByRole('link', { name }).click();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
  }
  expect(violations).toEqual([]);
});

test('the captcha is solved under the policy', async ({ context, page, portal }) => {
  const violations = await watchViolations(context);
  await page.goto(`${portal.url}/contact`);
  const form = page.getByRole('form', { name: 'Contact form' });
  await form.getByRole('checkbox').first().click();
  await expect(form.getByRole('checkbox').first()).toBeChecked();
  expect(violations).toEqual([]);
});

test('the editor takes typed and pasted text, shows it, and loads it again under the policy', async ({
  browser,
  portal,
}) => {
  const context = await contextOf(browser, portal, 'admin@cytocomm.example');
  const violations = await watchViolations(context);
  const page = await context.newPage();
  await page.goto(`${portal.url}/dashboard/admin/releases/new`);
  const form = page.getByRole('form', { name: 'Press release' });
  const text = form.getByRole('textbox', { name: 'Content' });
  await text.click();
  await text.pressSequentially('Typed. ');
  await pasteHtml(
    text,
    '<p>Pasted <strong>strong</strong><img src=x onerror="window.hacked=1"></p><table><tr><td>cell</td></tr></table>',
  );
  await expect(text.locator('strong')).toHaveText('strong');
  await expect(text).toContainText('Typed. Pasted');
  await form.getByRole('button', { name: 'Preview' }).click();
  const preview = page.getByRole('dialog');
  await expect(preview.frameLocator('iframe').getByRole('article').locator('strong')).toHaveText('strong');
  await page.keyboard.press('Escape');
  await expect(form.getByText(/^Saved \d/)).toBeVisible();
  await page.reload();
  // The draft comes back as HTML.
  await expect(text.locator('strong')).toHaveText('strong');
  expect(await page.evaluate(() => Reflect.get(window, 'hacked'))).toBeUndefined();
  // Of the pasted picture Chromium says that its handler was refused, when it was only being cleaned.
  expect(violations.filter((words) => !/^(Executing inline event handler|script-src-attr inline)/.test(words))).toEqual(
    [],
  );
  await context.close();
});
