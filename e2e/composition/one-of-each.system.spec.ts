import { contextOf } from '../fixtures/signed-in.ts';
import { expect, test } from '../fixtures/test.ts';
import { openTool } from '../fixtures/tools.ts';

/** A text that stands once in a library's own code, however often its name is mentioned elsewhere. */
const marks = {
  react: 'react.production.js',
  'react-dom': 'react-dom-client.production.js',
  router: 'You cannot render a <Router> inside another',
  kit: 'Skip to content',
  session: 'cytocomm.session',
};
const emotion = { emotion: 'data-emotion' };

const dashboards = ['mfe_admin', 'mfe_investor', 'mfe_customer', 'mfe_developer', 'mfe_calendar'];
const containers = ['mfe_marketing', 'mfe_auth', ...dashboards];

type SharedScope = Readonly<Record<string, Readonly<Record<string, { readonly from: string }>>>>;

declare global {
  /** The shared scope that each remote's container was started with, by the container's name. */
  var scopesGiven: Map<string, SharedScope>;
}

/** Notes in the page which shared scope the shell hands to each container. */
function noteSharedScopes(containers: readonly string[]): void {
  globalThis.scopesGiven = new Map();
  for (const name of containers)
    Object.defineProperty(globalThis, name, {
      configurable: true,
      set(container: { get: unknown; init(scope: SharedScope): unknown }) {
        const init = (scope: SharedScope) => {
          globalThis.scopesGiven.set(name, scope);
          return container.init(scope);
        };
        Object.defineProperty(globalThis, name, { configurable: true, value: { get: container.get, init } });
      },
    });
}

// No one role sees every section; between them these two load every remote.
const visits = [
  {
    email: 'admin@cytocomm.example',
    sections: [
      ['Investor', 'Annual reports', 'Annual Reports (PDFs)'],
      ['Investor', 'Calendar', 'Calendar Overview'],
      ['Customer', 'Notes & SOPs', 'Open the lab software'],
      ['Admin', 'Press releases', 'Post Press Releases'],
    ],
    loads: ['mfe_admin', 'mfe_auth', 'mfe_calendar', 'mfe_customer', 'mfe_investor', 'mfe_marketing'],
    // Its plots and calendars are MUI's.
    libraries: { ...marks, ...emotion },
  },
  {
    email: 'developer@cytocomm.example',
    sections: [
      ['Developer', 'Releases', 'Releases in this page'],
      ['Developer', 'Calendar', 'Calendar Overview'],
    ],
    loads: ['mfe_auth', 'mfe_calendar', 'mfe_developer', 'mfe_marketing'],
    libraries: { ...marks, ...emotion },
  },
] as const;

for (const { email, sections, loads, libraries } of visits)
  test(`with ${loads.join(', ')} loaded there is one of each shared package, and it is the shell’s`, async ({
    browser,
    portal,
  }) => {
    const context = await contextOf(browser, portal, email);
    const page = await context.newPage();
    await page.addInitScript(noteSharedScopes, containers);
    const scripts = new Map<string, string>();
    page.on('response', async (response) => {
      if (response.url().includes('/releases/') && response.url().endsWith('.js') && response.ok())
        scripts.set(response.url(), await response.text().catch(() => ''));
    });
    await page.goto(`${portal.url}/dashboard`);
    const rail = page.getByRole('navigation', { name: 'Dashboard' });
    for (const [role, tool, words] of sections) {
      await rail.getByRole('button', { name: role }).click();
      await openTool(page, tool);
      await expect(page.getByRole('main').getByText(words, { exact: true }).last()).toBeVisible();
      // What a tool loads later, such as a calendar of MUI.
      await page.waitForLoadState('networkidle');
    }
    const menu = page.getByRole('navigation', { name: 'Main' });
    await menu.getByRole('button', { name: 'Company' }).click();
    await menu.getByRole('link', { name: 'Investors' }).click();
    await page.getByRole('button', { name: 'Investor Portal Login' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();

    const { loaded, given } = await page.evaluate(() => ({
      loaded: [...globalThis.scopesGiven.keys()],
      given: [...globalThis.scopesGiven.values()].flatMap((scope) =>
        Object.entries(scope).flatMap(([name, versions]) =>
          Object.values(versions).map(({ from }) => `${name} from ${from}`),
        ),
      ),
    }));
    expect(loaded.toSorted()).toEqual(loads);
    const wanted = ['react', 'react/jsx-runtime', 'react-dom', '@cytocomm/kit', '@cytocomm/kit/dashboard'];
    for (const name of [...wanted, '@cytocomm/session', '@cytocomm/portal-api'])
      expect(new Set(given.filter((entry) => entry.startsWith(`${name} from`)))).toEqual(
        new Set([`${name} from shell`]),
      );

    const sessions = await page.evaluate(() => Reflect.get(globalThis, Symbol.for('cytocomm.session')));
    expect(sessions).toEqual({ instances: 1 });

    for (const [library, mark] of Object.entries(libraries)) {
      const holders = () =>
        [...scripts].filter(([, text]) => text.includes(mark)).map(([url]) => url.replace(portal.url, ''));
      await expect.poll(holders, `scripts that hold ${library}`).toHaveLength(1);
      expect(holders()[0]).toContain('/releases/shell/');
    }
    await context.close();
  });
