import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { NoChromium, presentChromium } from '@cytocomm/trial-run';
import { askForPackages } from './system-program.ts';

/** How long Playwright may take to fetch its own, in ms. */
const FETCH_MS = 10 * 60_000;

function askPlaywright(): void {
  const cli = join(import.meta.dirname, '..', '..', '..', 'node_modules', '@playwright', 'test', 'cli.js');
  spawnSync(process.execPath, [cli, 'install', 'chromium'], {
    stdio: ['ignore', process.stderr, process.stderr],
    timeout: FETCH_MS,
  });
}

/**
 * The path of a Chromium for the browser tests: CHROMIUM_PATH, else the system's, else Playwright's, else one that
 * Playwright or, for root on Debian, apt-get installs now. Throws NoChromium.
 */
export function findChromium(say: (line: string) => void): string {
  const present = presentChromium();
  if (present) return present;

  say('No Chromium found; asking Playwright for its own …');
  askPlaywright();
  const fetched = presentChromium();
  if (fetched) return fetched;
  // It recommends the fonts that its pages are drawn with.
  askForPackages(['chromium'], { say, recommended: true });
  // Draws the pages of browser tests for less; not every Debian has it.
  askForPackages(['chromium-headless-shell'], { say });
  const installed = presentChromium();
  if (installed) return installed;
  throw new NoChromium(
    'The browser tests need Chromium: none is installed, and neither Playwright nor apt-get could install one. Install Chromium or set CHROMIUM_PATH.',
  );
}
