import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { UNNEEDED_FEATURES_OFF } from './browser-features.ts';

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

/** As long as any program may take to start on a busy machine (services/runtime), in ms; one that ends is noticed at once. */
const START_TIMEOUT_MS = 300_000;
/** The most memory that the scripts of a page may take, in MB. */
const MAX_PAGE_HEAP_MB = 512;

/** Starts a Chromium for trials. `isSandboxed` keeps Chromium's own walls around pages, which root cannot have. Rejects when it does not start. */
export function startBrowser(executablePath: string, isSandboxed: boolean): Promise<Browser> {
  return chromium.launch({
    executablePath,
    chromiumSandbox: isSandboxed,
    timeout: START_TIMEOUT_MS,
    args: [
      '--disable-gpu',
      UNNEEDED_FEATURES_OFF,
      // Shared memory of a container is small.
      '--disable-dev-shm-usage',
      // Past the proxy of a page there would be a way out.
      '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
      `--js-flags=--max-old-space-size=${MAX_PAGE_HEAP_MB}`,
    ],
  });
}
