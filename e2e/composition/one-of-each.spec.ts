import { contextOf } from '../fixtures/signed-in.ts';
import { expect, test } from '../fixtures/test.ts';

/** A text that stands once in a library's own code, however often its name is mentioned elsewhere. */
const marks = {
  react: 'react.production.js',
  'react-dom': 'react-dom-client.production.js',
  router: 'You cannot render a <Router> inside another',
  emotion: 'data-emotion',
  'the federation runtime': '__FEDERATION__.__SHARE__',
};

declare global {
  interface Window {
    readonly __FEDERATION__: {
      readonly __INSTANCES__: readonly {
        readonly name: string;
        readonly shareScopeMap: Record<string, Record<string, Record<string, { from: string; loaded?: unknown }>>>;
      }[];
    };
  }
}

test('with all remotes loaded there is one of each shared package, and it is the shell’s', async ({
  browser,
  portal,
}) => {
  const context = await contextOf(browser, portal, 'admin@cytocomm.example');
  const page = await context.newPage();
  const scripts = new Map<string, string>();
  page.on('response', async (response) => {
    if (response.url().includes('/releases/') && response.url().endsWith('.js') && response.ok())
      scripts.set(response.url(), await response.text().catch(() => ''));
  });
  await page.goto(portal.url);
  await page.goto(`${portal.url}/account/devices`);
  await page.goto(`${portal.url}/dashboard?section=admin`);
  await expect(page.getByRole('form', { name: 'Upload documents' })).toBeVisible();
  const rail = page.getByRole('navigation', { name: 'Dashboard' });
  await rail.getByRole('button', { name: 'Investor' }).click();
  await expect(page.getByRole('heading', { name: 'Annual Reports (PDFs)' })).toBeVisible();
  await rail.getByRole('button', { name: 'Customer' }).click();
  await expect(page.getByRole('heading', { name: 'Notes & SOPs' })).toBeVisible();

  const given = await page.evaluate(() =>
    window.__FEDERATION__.__INSTANCES__.flatMap(({ shareScopeMap }) =>
      Object.entries(shareScopeMap.default ?? {}).flatMap(([name, versions]) =>
        Object.values(versions).map(({ from }) => `${name} from ${from}`),
      ),
    ),
  );
  const wanted = ['react', 'react/jsx-runtime', 'react-dom', '@cytocomm/kit', '@cytocomm/kit/dashboard'];
  for (const name of [...wanted, '@cytocomm/session', '@cytocomm/portal-api'])
    expect(new Set(given.filter((entry) => entry.startsWith(`${name} from`)))).toEqual(new Set([`${name} from shell`]));

  const sessions = await page.evaluate(() => Reflect.get(globalThis, Symbol.for('cytocomm.session')));
  expect(sessions).toEqual({ instances: 1 });

  for (const [library, mark] of Object.entries(marks)) {
    const holders = [...scripts].filter(([, text]) => text.includes(mark)).map(([url]) => url.replace(portal.url, ''));
    expect(holders, `scripts that hold ${library}`).toHaveLength(1);
    expect(holders[0]).toContain('/releases/shell/');
  }
  await context.close();
});
