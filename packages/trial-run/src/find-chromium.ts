import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright-core';

/** CHROMIUM_PATH names no program. */
export class NoChromium extends Error {
  override readonly name = 'NoChromium';
}

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const MAC_APPS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/**
 * Returns the path of a Chromium: CHROMIUM_PATH, else the system's, else Playwright's; undefined where there is none. Throws
 * NoChromium when CHROMIUM_PATH names no program.
 */
export function presentChromium(env: Readonly<Record<string, string | undefined>> = process.env): string | undefined {
  const named = env.CHROMIUM_PATH;
  if (named) {
    if (isProgram(named)) return named;
    throw new NoChromium(`CHROMIUM_PATH names ${named}, which is no program that can be started here.`);
  }
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean);
  const onSystem = [...folders.flatMap((folder) => NAMES.map((name) => join(folder, name))), ...MAC_APPS];
  return [...onSystem, chromium.executablePath()].find(isProgram);
}
