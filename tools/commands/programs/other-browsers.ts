import { existsSync } from 'node:fs';
import { CannotStart } from '../portal/settings.ts';
import { askForPackages } from './apt-get.ts';
import { presentProgram } from './system-program.ts';

/** What tests in WebKitGTK need: its driver, its browser for tests, and a screen that nobody sees. */
const WEBKIT_PACKAGES = ['webkit2gtk-driver', 'xvfb'];
const MINI_BROWSERS = ['x86_64', 'aarch64'].map((cpu) => `/usr/lib/${cpu}-linux-gnu/webkit2gtk-4.1/MiniBrowser`);

/** Returns the path of the Firefox that is here: FIREFOX_PATH, else the system's; undefined where there is none. */
function presentFirefox(): string | undefined {
  return process.env.FIREFOX_PATH || presentProgram('firefox-esr') || presentProgram('firefox');
}

/** Returns the path of a Firefox, one that apt-get installs now for root on Debian if need be. Throws CannotStart. */
export function findFirefox(say: (line: string) => void): string {
  const present = presentFirefox();
  if (present) return present;
  askForPackages(['firefox-esr'], { say });
  const installed = presentFirefox();
  if (installed) return installed;
  throw new CannotStart(
    'No Firefox is installed, and apt-get could not install one. Install Firefox or set FIREFOX_PATH.',
  );
}

interface WebKitGtk {
  /** The program that takes WebDriver's commands. */
  readonly driver: string;
  readonly browser: string;
}

function presentWebKit(): WebKitGtk | undefined {
  const driver = process.env.WEBKIT_DRIVER_PATH || presentProgram('WebKitWebDriver');
  const browser = process.env.WEBKIT_BROWSER_PATH || MINI_BROWSERS.find((path) => existsSync(path));
  return driver && browser && presentProgram('Xvfb') ? { driver, browser } : undefined;
}

/** Returns where WebKitGTK is, which apt-get installs now for root on Debian if need be. Throws CannotStart. */
export function findWebKit(say: (line: string) => void): WebKitGtk {
  const present = presentWebKit();
  if (present) return present;
  askForPackages(WEBKIT_PACKAGES, { say });
  const installed = presentWebKit();
  if (installed) return installed;
  throw new CannotStart(
    `WebKitGTK is not completely installed: install ${WEBKIT_PACKAGES.join(' and ')}, or set WEBKIT_DRIVER_PATH and WEBKIT_BROWSER_PATH.`,
  );
}
