import { By, until, type WebDriver, type WebElement } from 'selenium-webdriver';
import { z } from 'zod';

const WAIT_MS = 15_000;

declare global {
  interface Window {
    complaintsInWebKit?: string[];
    isLeft?: boolean;
  }
}

/**
 * Collects from now on what a page complains about: errors, the console's warnings, breaches of its policies. Returns whether
 * this is the page to watch, not the one that is being left.
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
  return true;
}

/** What WebDriver runs in a page: the source of a function. */
const run = (script: () => unknown) => `return (${script.toString()})()`;

/** Opens an address and has its complaints collected, from before most of its scripts have run. */
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

/** Returns what the page that is open has complained about. Throws where nobody has listened. */
export async function complaintsOf(driver: WebDriver): Promise<readonly string[]> {
  const complaints = await driver.executeScript(run(() => window.complaintsInWebKit ?? null));
  return z.array(z.string()).parse(complaints);
}

/** Waits for an element with exactly these words, and for it to be seen. */
export async function seen(driver: WebDriver, tag: string, words: string): Promise<WebElement> {
  const found = By.xpath(`//${tag}[normalize-space()=${JSON.stringify(words)}]`);
  return driver.wait(until.elementIsVisible(await driver.wait(until.elementLocated(found), WAIT_MS)), WAIT_MS);
}
