import type { Page } from '@playwright/test';
import { releaseWriter } from '../fixtures/press-releases.ts';
import { contextOf } from '../fixtures/signed-in.ts';
import { expect, test } from '../fixtures/test.ts';

const HOSTILE = [
  '<h2>What is new</h2><p>Safe <b>text</b> and <a href="https://example.org/">a link</a>.</p>',
  '<img src="x" onerror="window.hacked = 1"><svg onload="window.hacked = 2"><script>window.hacked = 3</script></svg>',
  '<a href="javascript:window.hacked=4">Do not press</a><p style="position:fixed;inset:0" onclick="window.hacked=5">Styled</p>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=window.hacked=6&gt;">',
].join('');

const hacked = (page: Page) => page.evaluate(() => Reflect.get(window, 'hacked'));

test('a publish is in a fresh visitor’s HTML; its address is shareable and its HTML harmless', async ({
  browser,
  page,
  portal,
}) => {
  const admin = await contextOf(browser, portal, 'admin@cytocomm.example');
  const writer = await releaseWriter(admin, portal);
  const title = 'A release </script><b>that just came</b>';
  // The list has been looked at, so there is an older page to be replaced.
  await page.request.get(`${portal.url}/news`);
  const id = await writer.publish({ title, content: HOSTILE });
  try {
    await expect
      .poll(async () => (await page.request.get(`${portal.url}/news`)).text(), { intervals: [50] })
      .toContain('A release &lt;/script&gt;');

    await page.goto(`${portal.url}/news`);
    const card = page.getByRole('article').filter({ hasText: 'that just came' });
    await expect(card.getByRole('heading')).toHaveText(title);
    await card.getByRole('button', { name: /^Read more/ }).click();
    await expect(page).toHaveURL(`${portal.url}/news?release=${id}`);
    const dialog = page.getByRole('dialog', { name: title });
    await expect(dialog.getByRole('heading', { name: 'What is new' })).toBeVisible();
    await expect(dialog.locator('img, svg[onload], script, style, [style], [onclick], [href^=javascript]')).toHaveCount(
      0,
    );
    await expect(dialog.getByRole('link', { name: 'a link' })).toHaveAttribute('rel', /noopener/);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(card.getByRole('button', { name: /^Read more/ })).toBeFocused();
    await expect(page).toHaveURL(`${portal.url}/news`);

    await page.goto(`${portal.url}/news?release=${id}`);
    await expect(dialog.getByText('Safe text')).toBeVisible();
    await expect(page).toHaveTitle(`${title} · Cytocomm`);
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${portal.url}/news?release=${id}`);
    const described = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '');
    expect(described['@graph']).toEqual([
      expect.objectContaining({
        '@type': 'NewsArticle',
        headline: title,
        url: `${portal.url}/news?release=${id}`,
        image: expect.stringMatching(/^http.*\/shared\.jpg$/),
      }),
    ]);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(page).toHaveTitle('News & Events · Cytocomm');
    expect(await hacked(page)).toBeUndefined();
  } finally {
    await writer.remove(id);
    await admin.close();
  }
});

test.describe('states', () => {
  test.use({ complaintsExpected: true });

  test('a release that is not there is asked for once, by the page itself, also after going back', async ({
    page,
    portal,
  }) => {
    const missing: string[] = [];
    page.on('response', (answer) => {
      if (answer.status() === 404) missing.push(new URL(answer.url()).pathname);
    });
    await page.goto(`${portal.url}/news?release=${'f'.repeat(24)}`);
    const gone = page.getByRole('dialog').getByText('This release is not available.');
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(missing).toEqual(['/news']);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await page.goBack();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expect(gone).toBeVisible();
    expect(missing).toEqual(['/news']);
  });

  const list = '**/api/press-releases?**';
  const release = (number: number) => ({
    id: String(number).padStart(24, '0'),
    title: `Release ${number}`,
    content: `<p>${'A sentence of the release. '.repeat(8)}</p>`,
    date: '2026-01-02T09:00:00.000Z',
    target: ['public'],
  });

  test('loading, failed, retried, more on demand, empty', async ({ page, portal }) => {
    await page.goto(`${portal.url}/about`);
    const toNews = page.getByRole('contentinfo').getByRole('link', { name: 'News & Events' });
    const main = page.getByRole('main');
    const away = async () => page.getByRole('contentinfo').getByRole('link', { name: 'Partners' }).click();

    let answer = () => {};
    await page.route(list, async (route) => {
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      await route.fulfill({ status: 503, json: {} });
    });
    await toNews.click();
    await expect(main.getByText('Loading company news')).toBeAttached();
    answer();
    await expect(main.getByText('Company news could not be loaded.')).toBeVisible();

    await page.unroute(list);
    await page.route(list, (route) => {
      const from = Number(new URL(route.request().url()).searchParams.get('cursor') ?? 0);
      const items = Array.from({ length: from === 0 ? 10 : 2 }, (_, index) => release(12 - from - index));
      return route.fulfill({ json: { items, nextCursor: from === 0 ? '10' : null } });
    });
    await main.getByRole('button', { name: 'Retry' }).click();
    await expect(main.getByRole('article')).toHaveCount(10);
    await expect(main.getByRole('article').first()).toContainText(
      `${'A sentence of the release. '.repeat(8).slice(0, 100)}…`,
    );
    await main.getByRole('button', { name: 'Load more' }).click();
    await expect(main.getByRole('article')).toHaveCount(12);
    await expect(main.getByRole('button', { name: 'Load more' })).toHaveCount(0);

    await away();
    await page.unroute(list);
    await page.route(list, (route) => route.fulfill({ json: { items: [], nextCursor: null } }));
    await toNews.click();
    await expect(main.getByText('No news has been published yet.')).toBeVisible();
  });

  test('while the API is away the prerendered list stays, with a note', async ({ page, portal }) => {
    await page.route('**/api/**', (route) => route.abort('connectionrefused'));
    await page.goto(`${portal.url}/news`);
    await expect(page.getByText(/the newest news could not be checked/)).toBeVisible();
    await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
  });
});
