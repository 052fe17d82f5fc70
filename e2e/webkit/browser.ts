import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { START_TIMEOUT_MS, waitForStart } from '@cytocomm/runtime/start';
import { Builder, Capabilities, type WebDriver } from 'selenium-webdriver';
import { DriverService } from 'selenium-webdriver/remote/index.js';

/** WebKitGTK's own browser for tests; where Debian's package has it, unless WEBKIT_BROWSER_PATH says otherwise. */
const BROWSER = process.env.WEBKIT_BROWSER_PATH ?? '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser';
const DRIVER = process.env.WEBKIT_DRIVER_PATH ?? '/usr/bin/WebKitWebDriver';

/** A WebKit that is driven, with the screen it is drawn on. */
export interface WebKitProcess {
  readonly driver: WebDriver;
  /** Ends it with all that it has started. */
  stop(): Promise<void>;
}

/** Starts a screen that nobody sees. Resolves to its name. */
async function startScreen(): Promise<{ screen: ChildProcess; name: string }> {
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1440x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const number = screen.stdio[3];
  if (!number) throw new Error('Xvfb has no pipe to write its number into');
  const [written] = await waitForStart('Xvfb', screen, once(number, 'data'));
  return { screen, name: `:${String(written).trim()}` };
}

/** Starts a WebKit of its own: nobody is signed in, nothing is in its cache. */
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
