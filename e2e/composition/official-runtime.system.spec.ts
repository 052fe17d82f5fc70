// Declares __FEDERATION__.
import type {} from '@module-federation/enhanced/runtime';
import { contextOf } from '../fixtures/signed-in.ts';
import { expect, test } from '../fixtures/test.ts';
import { openTool } from '../fixtures/tools.ts';

test('the page holds the data that the developer tools of Module Federation read', async ({ browser, portal }) => {
  const context = await contextOf(browser, portal, 'investor@cytocomm.example');
  const page = await context.newPage();
  await page.goto(`${portal.url}/dashboard/investor/reports`);
  await expect(page.getByRole('heading', { name: 'Annual Reports (PDFs)' })).toBeVisible();
  await openTool(page, 'News');
  await expect(page.getByRole('heading', { name: 'Investor news' })).toBeVisible();
  const { remotes, components, instances } = await page.evaluate(() => {
    const { moduleInfo, __INSTANCES__ } = globalThis.__FEDERATION__;
    const exposed = Object.values(moduleInfo).flatMap((info) => (info && 'modules' in info ? info.modules : []));
    return {
      remotes: Object.keys(moduleInfo),
      components: exposed.map(({ moduleName }) => moduleName),
      instances: __INSTANCES__.map(({ name }) => name),
    };
  });
  expect(instances).toEqual(expect.arrayContaining(['shell', 'mfe_investor']));
  expect(remotes).toEqual(expect.arrayContaining([expect.stringMatching(/^mfe_investor/)]));
  expect(components).toEqual(expect.arrayContaining(['AnnualReports', 'InvestorNews']));
  await context.close();
});
