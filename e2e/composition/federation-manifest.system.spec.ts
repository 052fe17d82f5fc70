import { containerName, LOCK_ELEMENT_ID } from '@cytocomm/composition';
import { lockSchema } from '@cytocomm/contract';
import { z } from 'zod';
import { reportedFailure } from '../fixtures/reports.ts';
import { contextOf } from '../fixtures/signed-in.ts';
import { expect, test } from '../fixtures/test.ts';

const assets = z.object({ sync: z.array(z.string()), async: z.array(z.string()) });
const manifestSchema = z.object({
  name: z.string(),
  shared: z.array(z.object({ name: z.string(), assets: z.object({ js: assets }) })),
  exposes: z.array(z.object({ name: z.string() })),
});
test('each release serves its federation manifest to anybody; no page asks for it or names it', async ({
  page,
  portal,
}) => {
  const requestedUrls: string[] = [];
  page.on('request', (request) => requestedUrls.push(request.url()));
  await page.goto(portal.url);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Careers' }).click();
  await expect(page).toHaveURL(`${portal.url}/careers`);
  expect(requestedUrls.filter((url) => url.includes('mf-manifest'))).toEqual([]);
  expect(await (await page.request.get(portal.url)).text()).not.toContain('mf-manifest');

  const lock = lockSchema.parse(JSON.parse((await page.locator(`#${LOCK_ELEMENT_ID}`).textContent()) ?? ''));
  expect(lock.remotes.length).toBeGreaterThan(5);
  for (const release of [lock.shell, ...lock.remotes]) {
    const answer = await page.request.get(`${portal.url}${release.baseUrl}mf-manifest.json`);
    expect(answer.status()).toBe(200);
    expect(answer.headers()).toMatchObject({
      'access-control-allow-origin': '*',
      'content-type': expect.stringMatching(/^application\/json/),
      'cache-control': expect.stringContaining('immutable'),
    });
    const manifest = manifestSchema.parse(await answer.json());
    expect(manifest.name).toBe(containerName(release.name));
    if (release !== lock.shell)
      expect(manifest.exposes.map(({ name }) => name).toSorted()).toEqual(Object.keys(release.components).toSorted());
  }
});

test.describe('a package that the shell gives with a file of its own', () => {
  test.use({ complaintsExpected: true });

  test('that cannot be loaded costs the slots that take it, and Retry heals them', async ({ browser, portal }) => {
    const context = await contextOf(browser, portal, 'investor@cytocomm.example');
    const page = await context.newPage();
    await page.goto(portal.url);
    const { shell } = lockSchema.parse(JSON.parse((await page.locator(`#${LOCK_ELEMENT_ID}`).textContent()) ?? ''));
    const manifest = manifestSchema.parse(
      await (await page.request.get(`${portal.url}${shell.baseUrl}mf-manifest.json`)).json(),
    );
    const files = manifest.shared.find(({ name }) => name === '@cytocomm/portal-api')?.assets.js;
    const [file] = [...(files?.async ?? []), ...(files?.sync ?? [])];
    if (file === undefined) throw new Error('the portal API has no file of its own');
    const address = `**${shell.baseUrl}${file}`;
    await page.route(address, (route) => route.abort('connectionrefused'));
    const manifestRequest = page.waitForRequest(address);
    const reported = reportedFailure(page);
    await page.goto(`${portal.url}/account/devices`);
    await manifestRequest;
    await expect(page.getByText('Sign-in could not be loaded.')).toBeVisible();
    expect((await reported).row).toMatchObject({
      remote: 'mfe-auth',
      phase: 'component',
      reason: expect.stringContaining(file),
    });
    await page.unroute(address);
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('heading', { name: 'Signed-in devices' })).toBeVisible();
    await context.close();
  });
});
