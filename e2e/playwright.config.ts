import { defineConfig } from '@playwright/test';
import { BROWSER_SETTINGS, suiteBrowser } from './browsers.ts';
import type { PortalOptions } from './fixtures/test.ts';

/** The story of a portal that runs already, as `docker compose up` leaves one; PORTAL_URL and MAIL_URL say where. */
const RUNNING_PORTAL = '**/running-portal/*.spec.ts';

/** The story in WebKitGTK, over WebDriver; WEBKIT_DRIVER_PATH says where its driver is. */
const IN_WEBKIT = '**/webkit/*.spec.ts';

/** What takes long, or needs more than one started portal: `npm run test:system`. All others are stories, of `npm test`. */
const SYSTEM = '**/*.system.spec.ts';

/** How releases come together: this holds whichever runtime of the federation the shell gives. */
const UNDER_EITHER_RUNTIME = '**/composition/{failing-remote,broken-release,one-of-each}?(.system).spec.ts';
const UNDER_THE_OFFICIAL_RUNTIME = '**/composition/official-runtime.system.spec.ts';

export default defineConfig<object, PortalOptions>({
  testDir: '.',
  projects: [
    { name: 'stories', testMatch: '**/*.spec.ts', testIgnore: [SYSTEM, RUNNING_PORTAL, IN_WEBKIT] },
    { name: 'system', testMatch: SYSTEM, testIgnore: UNDER_THE_OFFICIAL_RUNTIME },
    { name: 'official shell', testMatch: '**/official-shell.setup.ts' },
    {
      name: 'official runtime',
      testMatch: [UNDER_EITHER_RUNTIME, UNDER_THE_OFFICIAL_RUNTIME],
      dependencies: ['official shell'],
      use: { officialRuntime: true },
    },
    ...(process.env.PORTAL_URL
      ? [{ name: 'running portal', testMatch: RUNNING_PORTAL, use: { ignoreHTTPSErrors: true } }]
      : []),
    ...(process.env.WEBKIT_DRIVER_PATH ? [{ name: 'webkit', testMatch: IN_WEBKIT }] : []),
  ],
  outputDir: '../test-results',
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  retries: 0,
  // Limits for what hangs: on a machine with four times its work to do a test ends within them.
  timeout: 240_000,
  globalTimeout: 90 * 60_000,
  expect: { timeout: 30_000 },
  reporter: [['line'], ...(process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['json'] as const] : [])],
  use: {
    viewport: { width: 1440, height: 900 },
    actionTimeout: 30_000,
    // What moves without end is drawn by the processor here; what is tested is where things are, not how they come there.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    ...BROWSER_SETTINGS[suiteBrowser(process.env.BROWSER)],
  },
});
