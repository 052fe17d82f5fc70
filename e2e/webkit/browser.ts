import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { START_TIMEOUT_MS, waitForStart } from '@cytocomm/runtime/start';
import { Builder, By, Capabilities, until, type WebDriver, type WebElement } from 'selenium-webdriver';
import { DriverService } from 'selenium-webdriver/remote/index.js';
import { z } from 'zod';

const WAIT_MS = 30_000;

declare global {
  interface Window {
    complaintsInWebKit?: string[];
    isLeft?: boolean;
  }
}

/**
 * Collects from now on what a page complains about: errors, the console's warnings, breaches of its policies. Returns whether
 * it has started: not the page that is being left.
 */
function watch(): boolean {
  if (window.isLeft) return false;
  if (!window.complaintsInWebKit) {
    const complaints: string[] = [];
    window.complaintsInWebKit = complaints;
    addEventListener('error', (event) => complaints.push(`error: ${event.message} ${event.filename}`), true);
    addEventListener('unhandledrejection', (event) => complaints.push(`unhandled: ${String(event.reason)}`));
    document.addEventListener('securitypolicyviolation', (event) =>
      complaints.push(`policy: ${event.effectiveDirective} ${event.blockedURI} ${event.sample}`),
    );
    for (const level of ['error', 'warn'] as const) {
      const { console } = window;
      const write = console[level];
      console[level] = (...words: unknown[]) => {
        complaints.push(`${level}: ${words.map(String).join(' ')}`);
        write.apply(console, words);
      };
    }
  }
  return 'portalStarted' in window;
}

/** What WebDriver runs in a page: the source of a function. */
const run = (script: () => unknown) => `return (${script.toString()})()`;

/** Opens an address, has its complaints collected from before most of its scripts have run, and waits until it answers. */
export async function open(driver: WebDriver, url: string): Promise<void> {
  await driver.executeScript('window.isLeft = true');
  await driver.get(url);
  await driver.wait(async () => {
    try {
      return (await driver.executeScript(run(watch))) === true;
    } catch {
      // Between two pages there is none to run anything in.
      return false;
    }
  }, WAIT_MS);
}

/** Returns the complaints of the open page. Throws when no listener was added. */
export async function complaintsOf(driver: WebDriver): Promise<readonly string[]> {
  const complaints = await driver.executeScript(run(() => window.complaintsInWebKit ?? null));
  return z.array(z.string()).parse(complaints);
}

/** Waits for an element with exactly these words, and for it to be seen. */
export async function seen(driver: WebDriver, tag: string, words: string): Promise<WebElement> {
  const found = By.xpath(`//${tag}[normalize-space()=${JSON.stringify(words)}]`);
  return driver.wait(until.elementIsVisible(await driver.wait(until.elementLocated(found), WAIT_MS)), WAIT_MS);
}

/** WebKitGTK's own browser for tests; where Debian's package has it, unless WEBKIT_BROWSER_PATH says otherwise. */
const BROWSER = process.env.WEBKIT_BROWSER_PATH ?? '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser';
const DRIVER = process.env.WEBKIT_DRIVER_PATH ?? '/usr/bin/WebKitWebDriver';

/** A WebKit that is driven, with the screen it is drawn on. */
export interface WebKitProcess {
  readonly driver: WebDriver;
  /** Ends it with all that it has started. */
  stop(): Promise<void>;
}

/** Starts a virtual screen. Resolves to its name. */
async function startScreen(): Promise<{ screen: ChildProcess; name: string }> {
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1440x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const number = screen.stdio[3];
  if (!number) throw new Error('Xvfb has no pipe to write its number into');
  const [written] = await waitForStart('Xvfb', screen, once(number, 'data'));
  return { screen, name: `:${String(written).trim()}` };
}

/** Starts a WebKit of its own: signed out, with an empty cache. */
export async function startWebKit(): Promise<WebKitProcess> {
  const { screen, name } = await startScreen();
  const service = new DriverService.Builder(DRIVER)
    .setLoopback(true)
    .setEnvironment({ PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '/', DISPLAY: name })
    .build();
  const stop = async () => {
    await service.kill();
    screen.kill();
  };
  try {
    const wanted = new Capabilities({
      browserName: 'MiniBrowser',
      // Scripts that listen for complaints get into a page before its own have run.
      pageLoadStrategy: 'none',
      'webkitgtk:browserOptions': { binary: BROWSER, args: ['--automation'] },
    });
    const driver = await new Builder()
      .usingServer(await service.start(START_TIMEOUT_MS))
      .withCapabilities(wanted)
      .build();
    return {
      driver,
      stop: async () => {
        try {
          await driver.quit();
        } finally {
          await stop();
        }
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
