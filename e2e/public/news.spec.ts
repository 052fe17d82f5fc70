import type { Page } from '@playwright/test';
import { pressReleaseWriter } from '../fixtures/press-releases.ts';
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
  const writer = pressReleaseWriter(admin, portal);
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
    await card.getByRole('link', { name: /^Read more/ }).click();
    await expect(page).toHaveURL(`${portal.url}/news?release=${id}`);
    const dialog = page.getByRole('dialog', { name: title });
    await expect(dialog.getByRole('heading', { name: 'What is new' })).toBeVisible();
    await expect(dialog.locator('img, svg[onload], script, style, [style], [onclick], [href^=javascript]')).toHaveCount(
      0,
    );
    await expect(dialog.getByRole('link', { name: 'a link' })).toHaveAttribute('rel', /noopener/);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(card.getByRole('link', { name: /^Read more/ })).toBeFocused();
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
