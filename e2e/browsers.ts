import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { UNNEEDED_FEATURES_OFF } from '@cytocomm/trial-run/browser-features';
import type { PlaywrightWorkerOptions } from '@playwright/test';

interface BrowserSettings extends Pick<PlaywrightWorkerOptions, 'browserName' | 'launchOptions'> {
  readonly channel?: string;
}

/** The browsers that the whole suite runs in. */
export type SuiteBrowser = 'chromium' | 'firefox';

/** Returns the browser that the setting BROWSER names, Chromium without it. Throws for any other name. */
export function suiteBrowser(name: string | undefined): SuiteBrowser {
  if (!name || name === 'chromium') return 'chromium';
  if (name === 'firefox') return name;
  throw new Error(`BROWSER is "${name}"; the browser tests run in "chromium" or "firefox".`);
}

/**
 * Returns the Chromium that draws the pages: the headless shell of the one that is named, where it stands beside it, as
 * Debian has it. It has the same engine and draws no hidden windows.
 */
function withoutWindows(chromium: string): string {
  const shell = `${chromium}-headless-shell`;
  return existsSync(shell) ? shell : chromium;
}

/** How each browser is started: CHROMIUM_PATH and FIREFOX_PATH say where it is. */
export const BROWSER_SETTINGS: Readonly<Record<SuiteBrowser, BrowserSettings>> = {
  chromium: {
    browserName: 'chromium',
    launchOptions: {
      ...(process.env.CHROMIUM_PATH ? { executablePath: withoutWindows(process.env.CHROMIUM_PATH) } : {}),
      // Chromium's own calls home would only fail on a machine without a network; root has no user namespaces.
      args: [
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-sandbox',
        '--disable-gpu',
        // Pages that live for seconds do not win back what it costs to compile their scripts a third and fourth time.
        '--js-flags=--no-maglev --no-opt',
        UNNEEDED_FEATURES_OFF,
      ],
    },
  },
  firefox: {
    browserName: 'firefox',
    // Firefox as Mozilla and Debian build it, driven over WebDriver BiDi; Playwright's own build is another program.
    channel: 'moz-firefox',
    launchOptions: {
      // Starts FIREFOX_PATH; a program of TypeScript, for the Node that runs this.
      executablePath: join(import.meta.dirname, 'firefox', 'bridge.ts'),
      env: { ...process.env, PATH: [dirname(process.execPath), process.env.PATH].join(delimiter) },
      firefoxUserPrefs: {
        // Playwright does not emulate the wish for less motion over BiDi.
        'ui.prefersReducedMotion': 1,
        // Scroll bars lie over the page, as on phones: Playwright's Chromium has none.
        'ui.useOverlayScrollbars': 1,
        // A mouse, which a machine without a screen has not: exact (2), and over things without pressing them (4).
        'ui.primaryPointerCapabilities': 6,
        'ui.allPointerCapabilities': 6,
        // A page that comes back from memory loads nothing, and Playwright waits for its load.
        'browser.sessionhistory.max_total_viewers': 0,
      },
    },
  },
};
