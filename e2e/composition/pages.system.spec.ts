import { axeOf } from '../fixtures/look.ts';
import { PUBLIC_PAGES, SIZES } from '../fixtures/public-site.ts';
import { expect, test } from '../fixtures/test.ts';

for (const size of SIZES) {
  test.describe(`at ${size.width} px`, () => {
    test.use({ viewport: size });

    for (const path of PUBLIC_PAGES) {
      test(`${path} is HTML before any script, hydrates quietly, fits its width and is accessible`, async ({
        page,
        portal,
      }) => {
        // While a machine is busy the browser renders a page, until one of its requests gets HTML.
        await expect.poll(async () => (await page.request.get(portal.url + path)).text()).toMatch(/<h1[\s>]/);
        await page.goto(portal.url + path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page.getByRole('contentinfo')).toBeVisible();
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(overflow).toBeLessThanOrEqual(0);
        const { violations } = await axeOf(page).analyze();
        expect(violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target)])).toEqual([]);
      });
    }
  });
}
