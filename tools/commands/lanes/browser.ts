import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildWithinBudget } from '../build.ts';
import { say } from '../portal/command.ts';
import { findChromium } from '../programs/chromium.ts';
import { findOrInstall, presentProgram } from '../programs/system-program.ts';
import { readWorkspaceNames } from '../workspaces.ts';
import { type Lane, readReport } from './lane.ts';
import { readPlaywrightReport } from './outcome.ts';
import { runProgram } from './program.ts';

/** What tests in WebKitGTK need: its driver, its browser for tests, and a virtual screen. */
const WEBKIT_PACKAGES = ['webkit2gtk-driver', 'xvfb'];
const MINI_BROWSERS = ['x86_64', 'aarch64'].map((cpu) => `/usr/lib/${cpu}-linux-gnu/webkit2gtk-4.1/MiniBrowser`);

/** Returns the path of a Firefox: FIREFOX_PATH, else the system's. Throws CannotStart. */
const findFirefox = () =>
  findOrInstall(
    () => process.env.FIREFOX_PATH || presentProgram('firefox-esr') || presentProgram('firefox'),
    ['firefox-esr'],
    'No Firefox is installed, and apt-get could not install one. Install Firefox or set FIREFOX_PATH.',
    say,
  );

function presentWebKit() {
  const driver = process.env.WEBKIT_DRIVER_PATH || presentProgram('WebKitWebDriver');
  const browser = process.env.WEBKIT_BROWSER_PATH || MINI_BROWSERS.find((path) => existsSync(path));
  if (!driver || !browser || !presentProgram('Xvfb')) return undefined;
  return { WEBKIT_DRIVER_PATH: driver, WEBKIT_BROWSER_PATH: browser };
}

/** Returns where WebKitGTK is, as settings. Throws CannotStart. */
const findWebKit = () =>
  findOrInstall(
    presentWebKit,
    WEBKIT_PACKAGES,
    `WebKitGTK is not completely installed: install ${WEBKIT_PACKAGES.join(' and ')}, or set WEBKIT_DRIVER_PATH and WEBKIT_BROWSER_PATH.`,
    say,
  );

/** Options of a lane of Playwright. */
interface BrowserLane {
  readonly name: string;
  /** Projects of e2e/playwright.config.ts. */
  readonly projects: readonly string[];
  /** Spec files, relative to the checkout; by default all of the projects. */
  readonly specs?: readonly string[];
  /** Finds the browser; returns the settings that tell Playwright of it. */
  readonly browser: () => Readonly<Record<string, string>>;
}

const inChromium = () => ({ CHROMIUM_PATH: findChromium(say) });

function browserLane({ name, projects, specs = [], browser }: BrowserLane): Lane {
  return {
    name,
    run: async (results) => {
      const settings = browser();
      await buildWithinBudget(readWorkspaceNames());
      const file = join(results, 'playwright.json');
      const chosen = projects.map((project) => `--project=${project}`);
      const code = await runProgram(
        'playwright',
        ['test', '--config', 'e2e/playwright.config.ts', ...chosen, ...specs],
        { ...settings, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
      );
      return readReport(file, code, readPlaywrightReport);
    },
  };
}

/** The browser stories of the main jobs, in Chromium. */
export const STORIES_LANE: Lane = browserLane({ name: 'Browser stories', projects: ['stories'], browser: inChromium });

/** Returns the lane of these system specs, in Chromium. */
export function systemSpecsLane(specs: readonly string[]): Lane {
  return browserLane({ name: 'System specs', projects: ['system'], specs, browser: inChromium });
}

/** The stories of how releases come together, once more under the federation's official runtime. */
export const OFFICIAL_RUNTIME_LANE: Lane = browserLane({
  name: 'Official runtime',
  projects: ['official runtime'],
  browser: inChromium,
});

/** Returns the lane of the browser tests in Firefox: all of them, or those of some files. */
export function firefoxLane(specs: readonly string[] = []): Lane {
  const browser = () => ({ BROWSER: 'firefox', FIREFOX_PATH: findFirefox() });
  return browserLane({ name: 'Browser tests in Firefox', projects: ['stories', 'system'], specs, browser });
}

/** One story in WebKitGTK. */
export const WEBKIT_LANE: Lane = browserLane({
  name: 'A story in WebKitGTK',
  projects: ['webkit'],
  browser: findWebKit,
});
