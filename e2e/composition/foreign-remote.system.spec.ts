import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Release } from '@cytocomm/contract';
import type { Page } from '@playwright/test';
import {
  FOREIGN_PATH,
  releaseForeignEntry,
  releaseForeignFiles,
  releaseForeignRemote,
  releaseViteRemote,
} from '../fixtures/foreign-remote.ts';
import { deleteDataDir, newDataDir, type PortalProcess, startPortal } from '../fixtures/portal-process.ts';
import type { ReleasePortal } from '../fixtures/release-desk.ts';
import { reportedFailure } from '../fixtures/reports.ts';
import { expect, test } from '../fixtures/test.ts';

// Releases are promoted one after the other, so one portal serves all of them.
test.describe.configure({ mode: 'default' });

let portal: PortalProcess;
test.beforeAll(async () => {
  portal = await startPortal(newDataDir(), { TRUST_PROXY: 'loopback' });
});
test.afterAll(async () => {
  await portal.stop();
  deleteDataDir(portal.dataDir);
});

const container = (body: string) => `var mfe_foreign = (() => { ${body} })();`;

async function expectItWorks(page: Page): Promise<void> {
  await page.goto(portal.url + FOREIGN_PATH);
  await page.getByRole('button', { name: 'Pressed 0 times' }).click();
  await expect(page.getByRole('button', { name: 'Pressed 1 times' })).toBeVisible();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Careers' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

test('a remote built by rspack with its standard options, its runtime inside, takes the portal’s React', async ({
  page,
}) => {
  await releaseForeignRemote(portal, {
    shared: { react: { singleton: true }, 'react/jsx-runtime': { singleton: true } },
  });
  const scripts: string[] = [];
  page.on('response', async (response) => {
    if (response.url().includes('/releases/mfe-foreign/')) scripts.push(await response.text());
  });
  await expectItWorks(page);
  expect(scripts.filter((text) => text.includes('react.transitional.element'))).toEqual([]);
});

test('a remote built by Vite, joined into one classic script, takes the portal’s React and no file beside its entry', async ({
  page,
}) => {
  const { release } = await releaseViteRemote(portal);
  const requestedUrls = new Set<string>();
  page.on('request', (request) => {
    if (request.url().includes('/releases/mfe-foreign/')) requestedUrls.add(request.url());
  });
  await expectItWorks(page);
  expect([...requestedUrls]).toEqual([`${portal.url}/releases/mfe-foreign/${release}/remote-entry.js`]);
});

test('a remote in the parts that Vite writes is refused by the gate, since no hash would cover them', async () => {
  await expect(releaseViteRemote(portal, 'parts')).rejects.toThrow(
    /it is an ES module.*make one classic script of all.*\(remote-entry-module\.js, rule globals\)/,
  );
});

test('a release of webpack’s own container runs as it is', async ({ page }) => {
  const dist = mkdtempSync(join(tmpdir(), 'kept-'));
  try {
    cpSync(join(import.meta.dirname, '..', 'fixtures', 'webpack-container'), dist, { recursive: true });
    await releaseForeignFiles(portal, dist);
  } finally {
    rmSync(dist, { recursive: true, force: true });
  }
  await expectItWorks(page);
});

test('a container that empties the shared packages that it is given harms no part that is opened after it', async ({
  page,
}) => {
  await releaseForeignEntry(
    portal,
    container(`const init = (scope) => { for (const name of Object.keys(scope)) delete scope[name]; };
      return { init, get: async () => () => ({ default: () => 'Nothing is shared any more' }) };`),
  );
  await page.goto(portal.url + FOREIGN_PATH);
  await expect(page.getByText('Nothing is shared any more')).toBeVisible();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Investors' }).click();
  await page.getByRole('button', { name: 'Investor Portal Login' }).click();
  await expect(page.getByRole('dialog').getByRole('textbox')).toBeVisible();
});

const react = { react: { singleton: true }, 'react/jsx-runtime': { singleton: true } } as const;
const old = { singleton: true, strictVersion: true, requiredVersion: '^18.0.0' } as const;
const needsOldReact = { react: old, 'react/jsx-runtime': old };
const takesNowhere = {
  shared: { ...react, nowhere: { singleton: true, import: false } },
  page: `import nowhere from 'nowhere';\nexport default function Page() { return <p>{nowhere}</p>; }`,
} as const;

const unusable: readonly (readonly [string, (on: ReleasePortal) => Promise<Release>, string, RegExp])[] = [
  [
    'whose entry lacks the container',
    (on) => releaseForeignEntry(on, 'globalThis.somethingElse = 1;'),
    'entry',
    /remote-entry\.js ran but left no container "mfe_foreign"/,
  ],
  [
    'whose container has another name',
    (on) => releaseForeignEntry(on, 'var mfe_stranger = { get() {}, init() {} };'),
    'entry',
    /remote-entry\.js ran but left no container "mfe_foreign"/,
  ],
  [
    'whose entry throws before its container is there',
    (on) => releaseForeignEntry(on, container(`throw new Error('not today');`)),
    'entry',
    /left no container "mfe_foreign": (Uncaught )?Error: not today/,
  ],
  [
    'that throws while it is given the shared packages',
    (on) =>
      releaseForeignEntry(on, container(`return { get() {}, init() { throw new Error('no room at the inn'); } };`)),
    'component',
    /no room at the inn/,
  ],
  [
    'that takes a package which the shell does not give',
    (on) => releaseForeignRemote(on, takesNowhere),
    'component',
    /without the host providing the corresponding lib[\s\S]*nowhere/,
  ],
  [
    'whose page throws something that no text can be made of',
    (on) =>
      releaseForeignEntry(
        on,
        container(`const Page = () => { throw Object.create(null); };
          return { init() {}, get: async () => () => ({ default: Page }) };`),
      ),
    'render',
    /something was thrown that no text can be made of/,
  ],
  [
    'that needs another React, and says so',
    (on) => releaseForeignRemote(on, { shared: needsOldReact }),
    'component',
    /module react\S* does not satisfy the requirement of mfe_foreign which needs \^18/,
  ],
  [
    'that carries a second React',
    (on) => releaseForeignRemote(on, { shared: {} }),
    'render',
    /mfe-foreign seems to carry a React of its own/,
  ],
];

test.describe('a remote', () => {
  test.use({ complaintsExpected: true });

  for (const [what, release, phase, reason] of unusable)
    test(`${what} costs its slot only, and the report names the cause`, async ({ page }) => {
      const broken = await release(portal);
      const reported = reportedFailure(page);
      await page.goto(portal.url + FOREIGN_PATH);
      await expect(page.getByText('Foreign part could not be loaded.')).toBeVisible();
      const { request, row } = await reported;
      expect(row).toMatchObject({
        remote: 'mfe-foreign',
        release: broken.release,
        component: 'Page',
        phase,
        reason: expect.stringMatching(reason),
      });
      expect((await request.response())?.status()).toBe(202);
      await page.getByRole('button', { name: 'Technology' }).first().click();
      await expect(page.getByRole('link', { name: 'Platform', exact: true }).first()).toBeVisible();
      await page.keyboard.press('Escape');
      await page.getByRole('contentinfo').getByRole('link', { name: 'Careers' }).click();
      await expect(page).toHaveURL(`${portal.url}/careers`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(await page.evaluate(() => Reflect.get(globalThis, Symbol.for('cytocomm.session')))).toEqual({
        instances: 1,
      });
    });
});
