import type { Db } from 'mongodb';
import {
  lengthOf,
  MAX_PAGE_LENGTH,
  MAX_SHIFT,
  overflowOf,
  shiftsOf,
  waitUntilSettled,
  watchShifts,
} from '../fixtures/layout-shifts.ts';
import { axeOf, outlivesAxe, SCREENS } from '../fixtures/look.ts';
import { GROUNDS, groundOf } from '../fixtures/public-site.ts';
import { contextOf } from '../fixtures/signed-in.ts';
import { expect, test } from '../fixtures/test.ts';
import { broughtPlaces, PLACES, placesBelow } from '../fixtures/tools.ts';
import { watchViolations } from '../fixtures/violations.ts';

test('each tool that a remote brings, and what stands below it, is opened here', async ({ portal, records }) => {
  const { tools, below } = await broughtPlaces(portal);
  expect(Object.values(PLACES).flat().toSorted()).toEqual(tools);
  const opened = Object.values(await placesBelow(records)).flat();
  const asBrought = opened.map((path) => path.replace(/\/[0-9a-f]{24}(?=\/|$)/, '/:id'));
  expect(asBrought).toEqual(expect.arrayContaining([...below]));
});

const walks = SCREENS.flatMap(({ viewport }) =>
  Object.entries(PLACES).flatMap(([person, tools]) => [
    { viewport, person, pages: 'tool', placesIn: () => Promise.resolve(tools) },
    {
      ...{ viewport, person, pages: 'page below a tool' },
      placesIn: async (records: Db) => (await placesBelow(records))[person] ?? [],
    },
  ]),
);
for (const { viewport, person, pages, placesIn } of walks)
  test(`at ${viewport.width} px no ${pages} of the ${person} moves while it loads, breaks a policy, is too long, or has faults by axe in either theme`, async ({
    browser,
    portal,
    records,
  }) => {
    const context = await contextOf(browser, portal, `${person}@cytocomm.example`, { viewport });
    const measuresShifts = browser.browserType().name() === 'chromium';
    if (measuresShifts) await watchShifts(context);
    const violations = await watchViolations(context);
    const page = await context.newPage();
    const hasLimit = person === 'admin' && viewport.width === 1440;
    for (const place of await placesIn(records))
      await test.step(place, async () => {
        await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'no-preference' });
        await page.goto(`${portal.url}/dashboard/${place}`);
        await waitUntilSettled(page, 2);
        await expect(page.getByRole('main').getByRole('heading', { level: 3 }).first()).toBeVisible();
        if (measuresShifts) {
          const { sum, moved } = await shiftsOf(page);
          expect.soft(sum, `what moves: ${place}: ${moved.join()}`).toBeLessThanOrEqual(MAX_SHIFT);
        }
        if (hasLimit) expect.soft(await lengthOf(page), `length: ${place}`).toBeLessThanOrEqual(MAX_PAGE_LENGTH);
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
          expect(await groundOf(page)).toBe(GROUNDS[colorScheme]);
          if (!outlivesAxe(page)) continue;
          const { violations: faults } = await axeOf(page).analyze();
          const violations = faults.map(({ id, nodes }) => [
            id,
            nodes.map(({ target, failureSummary }) => [target, failureSummary]),
          ]);
          expect.soft(violations, `axe: ${place}, ${colorScheme}`).toEqual([]);
        }
        if (viewport.width > 390) return;
        await page.setViewportSize({ width: 320, height: viewport.height });
        expect.soft(await overflowOf(page), `width: ${place}`).toBe(0);
        await page.setViewportSize(viewport);
      });
    expect(violations, 'policies').toEqual([]);
    await context.close();
  });
