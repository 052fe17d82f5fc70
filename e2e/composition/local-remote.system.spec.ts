import { createServer, type RequestListener } from 'node:http';
import type { Page } from '@playwright/test';
import { allow } from '../fixtures/local-remote.ts';
import { newSessionOf } from '../fixtures/signed-in.ts';
import { expect, test } from '../fixtures/test.ts';

const DEVELOPER = 'developer@cytocomm.example';
/** What other stories send along would be asked for at the own machine, too, which takes nothing of the kind. */
const PLAIN = { extraHTTPHeaders: {} };

const banner = (page: Page) => page.getByRole('region', { name: 'Loaded from your own machine' });

test.describe('what goes wrong on the own machine', () => {
  test.use({ complaintsExpected: true });

  test('a server that does not answer is named, the page is the portal’s own, and Stop ends it', async ({
    browser,
    portal,
  }) => {
    const context = await newSessionOf(browser, portal, DEVELOPER, PLAIN);
    const page = await context.newPage();
    await page.goto(`${portal.url}/careers`);
    await allow(page, 'mfe-marketing', 'http://127.0.0.1:9');
    await page.reload();
    await expect(banner(page).getByRole('alert')).toContainText('http://127.0.0.1:9 does not answer.');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await banner(page).getByRole('button', { name: 'Stop' }).click();
    await expect(banner(page)).toHaveCount(0);
    await context.close();
  });

  const serve = async (handle: RequestListener) => {
    const server = createServer(handle);
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const address = server.address();
    if (typeof address !== 'object' || address === null) throw new Error('no address');
    return { origin: `http://127.0.0.1:${address.port}`, server };
  };

  test('a server of something else, one that sends away, and one that says nothing are told apart', async ({
    browser,
    portal,
  }) => {
    let handle: RequestListener = () => undefined;
    const requestedUrls: string[] = [];
    const { origin, server } = await serve((request, response) => {
      requestedUrls.push(request.url ?? '');
      response.setHeader('Access-Control-Allow-Origin', portal.url);
      handle(request, response);
    });
    const context = await newSessionOf(browser, portal, DEVELOPER, PLAIN);
    const page = await context.newPage();
    await page.goto(`${portal.url}/careers`);
    await allow(page, 'mfe-marketing', origin);
    const expectTold = async (words: string | RegExp, next: RequestListener) => {
      handle = next;
      await page.reload();
      await expect(banner(page).getByRole('alert')).toContainText(words);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    };
    await expectTold('is not JSON', (_, response) => void response.end('<!doctype html>'));
    await expectTold('is not one that this portal understands', (_, response) => void response.end('{}'));
    await expectTold('does not answer', (_, response) => void response.writeHead(302, { Location: '/x' }).end());
    await expectTold('larger than 256 KB', (_, response) => void response.end(' '.repeat(1024 * 1024)));
    await expectTold('does not answer', () => undefined);
    expect(new Set(requestedUrls)).toEqual(new Set(['/release.json']));
    await context.close();
    server.closeAllConnections();
    server.close();
  });

  test('a permission in another browser, or after signing out, is none', async ({ browser, portal }) => {
    const context = await newSessionOf(browser, portal, DEVELOPER, PLAIN);
    const page = await context.newPage();
    await page.goto(`${portal.url}/careers`);
    await allow(page, 'mfe-marketing', 'http://127.0.0.1:9');
    const permission = (await context.cookies()).find(({ name }) => name === 'portal_local_remote');
    expect(permission).toMatchObject({ httpOnly: true, sameSite: 'Lax' });
    const opens = async (on: Page) => {
      const answer = await on.goto(`${portal.url}/careers`);
      return answer?.headers()['content-security-policy']?.includes('127.0.0.1:9');
    };
    expect(await opens(page)).toBe(true);

    const stranger = await newSessionOf(browser, portal, 'admin@cytocomm.example');
    if (permission) await stranger.addCookies([permission]);
    expect(await opens(await stranger.newPage())).toBe(false);

    await page.goto(`${portal.url}/dashboard/developer`);
    await page.getByRole('button', { name: 'Logout' }).first().click();
    await expect
      .poll(async () => (await context.cookies()).map(({ name }) => name))
      .not.toContain('portal_local_remote');
    if (permission) await context.addCookies([permission]);
    expect(await opens(page)).toBe(false);
    await Promise.all([context.close(), stranger.close()]);
  });
});
