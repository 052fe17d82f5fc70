import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { NoChromium, presentChromium } from '@cytocomm/trial-run';

function runs(program: string, args: readonly string[]): boolean {
  return spawnSync(program, args, { stdio: ['ignore', process.stderr, process.stderr] }).status === 0;
}

/**
 * The path of a Chromium for the browser tests: CHROMIUM_PATH, else the system's, else Playwright's, else one that
 * Playwright or, for root on Debian, apt-get installs now. Throws NoChromium.
 */
export function findChromium(say: (line: string) => void): string {
  const present = presentChromium();
  if (present) return present;

  say('No Chromium found; asking Playwright for its own …');
  const cli = join(import.meta.dirname, '..', '..', 'node_modules', '@playwright', 'test', 'cli.js');
  if (runs(process.execPath, [cli, 'install', 'chromium'])) {
    const installed = presentChromium();
    if (installed) return installed;
  }
  if (process.getuid?.() === 0) {
    say('Playwright could not install one; asking apt-get …');
    if (runs('apt-get', ['update', '-qq']) && runs('apt-get', ['install', '-y', '-qq', 'chromium'])) {
      const installed = presentChromium();
      if (installed) return installed;
    }
  }
  throw new NoChromium(
    'The browser tests need Chromium: none is installed, and neither Playwright nor apt-get could install one. Install Chromium or set CHROMIUM_PATH.',
  );
}
