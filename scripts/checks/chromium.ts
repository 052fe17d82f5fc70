import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

/** No Chromium was found; the message says what was tried and what to do. */
class NoChromium extends Error {
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
    return true;
  } catch {
    return false;
  }
}

function onSystem(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const candidates = [...folders.flatMap((folder) => NAMES.map((name) => join(folder, name))), ...MAC_APPS];
  return candidates.find(isProgram);
}

function ofPlaywright(): string | undefined {
  const path = chromium.executablePath();
  return isProgram(path) ? path : undefined;
}

function runs(program: string, args: readonly string[]): boolean {
  return spawnSync(program, args, { stdio: ['ignore', process.stderr, process.stderr] }).status === 0;
}

/**
 * The path of a Chromium for the browser tests: CHROMIUM_PATH, else the system's, else Playwright's, else one that
 * Playwright or, for root on Debian, apt-get installs now. Throws NoChromium.
 */
export function findChromium(say: (line: string) => void): string {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (isProgram(named)) return named;
    throw new NoChromium(`CHROMIUM_PATH names ${named}, which is no program.`);
  }
  const present = onSystem() ?? ofPlaywright();
  if (present) return present;

  say('No Chromium found; asking Playwright for its own …');
  const cli = join(import.meta.dirname, '..', '..', 'node_modules', '@playwright', 'test', 'cli.js');
  if (runs(process.execPath, [cli, 'install', 'chromium'])) {
    const installed = ofPlaywright();
    if (installed) return installed;
  }
  if (process.getuid?.() === 0) {
    say('Playwright could not install one; asking apt-get …');
    if (runs('apt-get', ['update', '-qq']) && runs('apt-get', ['install', '-y', '-qq', 'chromium'])) {
      const installed = onSystem();
      if (installed) return installed;
    }
  }
  throw new NoChromium(
    'The browser tests need Chromium: none is installed, and neither Playwright nor apt-get could install one. Install Chromium or set CHROMIUM_PATH.',
  );
}
