import { join } from 'node:path';
import { buildWithinBudget } from '../build.ts';
import { say } from '../portal/command.ts';
import { findChromium } from '../programs/chromium.ts';
import { findFirefox, findWebKit } from '../programs/other-browsers.ts';
import { readWorkspaceNames } from '../workspaces.ts';
import { type Lane, readReport } from './lane.ts';
import { readPlaywrightReport } from './outcome.ts';
import { runProgram } from './program.ts';

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
  const browser = () => ({ BROWSER: 'firefox', FIREFOX_PATH: findFirefox(say) });
  return browserLane({ name: 'Browser tests in Firefox', projects: ['stories', 'system'], specs, browser });
}

/** One story in WebKitGTK. */
export const WEBKIT_LANE: Lane = browserLane({
  name: 'A story in WebKitGTK',
  projects: ['webkit'],
  browser: () => {
    const { driver, browser } = findWebKit(say);
    return { WEBKIT_DRIVER_PATH: driver, WEBKIT_BROWSER_PATH: browser };
  },
});
