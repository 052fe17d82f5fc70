import { once } from 'node:events';
import { createServer } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { deleteDataDir, newDataDir, startPortal } from '../fixtures/portal-process.ts';
import { contextOf } from '../fixtures/signed-in.ts';
import { expect, test } from '../fixtures/test.ts';
import { watchViolations } from '../fixtures/violations.ts';

/** A server of another origin that has release files only, and fetches them from the portal as a CDN does. */
async function startCdn() {
  let portal = '';
  const requestedUrls: string[] = [];
  const server = createServer(async ({ url = '', headers }, response) => {
    requestedUrls.push(url);
    if (!url.startsWith('/releases/') || headers.cookie !== undefined) {
      response.writeHead(404).end();
      return;
    }
    const answer = await fetch(portal + url);
    const headerNames = [
      'content-type',
      'cache-control',
      'access-control-allow-origin',
      'cross-origin-resource-policy',
    ];
    response.writeHead(
      answer.status,
      headerNames.flatMap((name) => [name, answer.headers.get(name) ?? '']),
    );
    // A page that is left ends what it had asked for.
    if (answer.body) await pipeline(answer.body, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    requestedUrls,
    serve: (url: string) => {
      portal = url;
    },
    [Symbol.dispose]: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** What Chromium and Firefox say of it. */
const BROKEN_OFF = ['net::ERR_ABORTED', 'NS_BINDING_ABORTED'];

test('pages and remotes come from another origin, within their policy', async ({ browser }) => {
  using cdn = await startCdn();
  const dataDir = newDataDir();
  const portal = await startPortal(dataDir, { RELEASE_BASE_URL: cdn.url });
  cdn.serve(portal.url);
  try {
    const context = await contextOf(browser, portal, 'investor@cytocomm.example');
    // No header of the tests' own: a browser would ask the other origin for leave to send it.
    await context.setExtraHTTPHeaders({});
    const violations = await watchViolations(context);
    const ofPortal: string[] = [];
    const failed: string[] = [];
    context.on('request', (request) => {
      if (request.url().startsWith(`${portal.url}/releases/`)) ofPortal.push(request.url());
    });
    context.on('requestfailed', (request) => {
      // What was on its way when the page was left is no failure.
      if (!BROKEN_OFF.includes(request.failure()?.errorText ?? '')) failed.push(request.url());
    });
    const page = await context.newPage();
    const answer = await page.goto(`${portal.url}/careers`);
    expect(answer?.headers()['content-security-policy']).toContain(`=' ${cdn.url};`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    // Hydrated: notifications have their place then, and the next page comes without a load of a document.
    await expect(page.getByRole('region', { name: 'Notifications' })).toBeAttached();
    await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
    await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).first().click();
    await expect(page.getByRole('textbox', { name: /Message/ })).toBeVisible();
    expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true);

    await page.goto(`${portal.url}/dashboard/investor/reports`);
    await expect(page.getByRole('heading', { name: 'Annual Reports (PDFs)' })).toBeVisible();
    expect(await page.evaluate(() => document.fonts.check('16px "Inter Variable"'))).toBe(true);
    for (const part of ['/releases/shell/', '/releases/mfe-marketing/', '/releases/mfe-investor/'])
      expect(cdn.requestedUrls.some((path) => path.startsWith(part) && path.endsWith('.js'))).toBe(true);
    expect(cdn.requestedUrls.some((path) => path.endsWith('.woff2'))).toBe(true);
    expect(cdn.requestedUrls.filter((path) => !path.startsWith('/releases/'))).toEqual([]);
    expect([ofPortal, violations, failed.filter((url) => url.startsWith(cdn.url))]).toEqual([[], [], []]);
    await context.close();
  } finally {
    await portal.stop();
    deleteDataDir(dataDir);
  }
});
