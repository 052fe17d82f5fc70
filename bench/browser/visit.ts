import { LOCK_ELEMENT_ID } from '@cytocomm/composition';
import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core';
import { countTraffic, type Traffic, VisitFailed } from './traffic.ts';

// These functions run in the page, before anything of it: they must stand alone, without imports or closures.

declare global {
  /** The newest largest contentful paint, in ms since the navigation, and the sum of all layout shifts. */
  var benchPaint: { lcpMs: number; layoutShift: number } | undefined;
  /** Resolves to the time, in ms since the navigation, at which a click was answered; to null when none was in time. */
  var benchAnswered: Promise<number | null> | undefined;
}

/** Keeps the newest largest contentful paint and adds up the layout shifts. */
function recordPaint(): void {
  const record = { lcpMs: 0, layoutShift: 0 };
  globalThis.benchPaint = record;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) record.lcpMs = entry.startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if ('value' in entry && typeof entry.value === 'number') record.layoutShift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
}

/**
 * Clicks the link or button with this label every few milliseconds until the page answers by going to another address
 * itself. A click that nothing answers would load a document, as links do; that is held back, for it is no answer.
 */
function clickUntilAnswered({ label, deadlineMs }: { label: string; deadlineMs: number }): void {
  const everyMs = 8;
  let defaultHeldBack = false;
  const holdBack = (event: Event) => {
    defaultHeldBack = !event.defaultPrevented;
    event.preventDefault();
  };
  globalThis.benchAnswered = new Promise((resolve) => {
    const timer = setInterval(() => {
      const isOver = performance.now() > deadlineMs;
      if (isOver) resolve(null);
      if (isOver) return clearInterval(timer);
      const candidates = [...document.querySelectorAll('main a, main button')];
      const target = candidates.find((element) => element.textContent?.trim() === label);
      if (!target) return;
      const before = location.href;
      window.addEventListener('click', holdBack);
      const click = new MouseEvent('click', { bubbles: true, cancelable: true, view: window });
      // React ends a click on what it cannot hydrate yet, before the click can be held back.
      Object.defineProperty(click, 'stopPropagation', { value: () => undefined });
      target.dispatchEvent(click);
      window.removeEventListener('click', holdBack);
      if (location.href === before || (target.localName === 'a' && defaultHeldBack)) return;
      clearInterval(timer);
      resolve(performance.now());
    }, everyMs);
  });
}

const VIEWPORT = { width: 1440, height: 900 };
const ANSWER_TIMEOUT_MS = 60_000;

/** How fast the network, in bytes a second and ms, and the processor of a visit are. */
export interface Condition {
  readonly name: 'throttled' | 'unthrottled';
  readonly network?: {
    readonly downloadThroughput: number;
    readonly uploadThroughput: number;
    readonly latency: number;
  };
  /** How many times slower than this machine. */
  readonly cpuSlowdown: number;
}

/** A phone of the middle class on a slow mobile network: 1.6 Mbit/s down, 0.75 up. */
export const THROTTLED: Condition = {
  name: 'throttled',
  network: { downloadThroughput: 200_000, uploadThroughput: 93_750, latency: 150 },
  cpuSlowdown: 4,
};

/** This machine as it is. */
export const UNTHROTTLED: Condition = { name: 'unthrottled', cpuSlowdown: 1 };

/** What is seen of a page without touching it. */
export interface PaintFigures extends Traffic {
  /** Largest contentful paint, ms since the navigation. */
  readonly lcpMs: number;
  /** Sum of all layout shifts: never less than the Cumulative Layout Shift of Web Vitals. */
  readonly layoutShift: number;
}

/** What one look at a page and one click on it give. */
export interface PageFigures extends PaintFigures {
  /** When the first click on the page's button was answered, ms since the navigation. */
  readonly interactiveMs: number;
}

/** Starts a headless Chromium that makes no calls of its own, which would be counted or would take bandwidth. */
export function openBrowser(executablePath: string): Promise<Browser> {
  // Root has no user namespaces, and so no sandbox.
  const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'];
  return chromium.launch({ executablePath, args });
}

/** Opens a page in a profile without cache or history, lets `look` work on it, and closes the profile. */
export async function inFreshProfile<Seen>(
  browser: Browser,
  { network, cpuSlowdown }: Condition,
  look: (page: Page, session: CDPSession) => Promise<Seen>,
): Promise<Seen> {
  await using context = await browser.newContext({ viewport: VIEWPORT });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  if (network) await session.send('Network.emulateNetworkConditions', { offline: false, ...network });
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
  return await look(page, session);
}

/** Looks at a page as a new visitor until it rests. Rejects with VisitFailed when that went wrong. */
export function seePaint(browser: Browser, url: string, condition: Condition): Promise<PaintFigures> {
  return inFreshProfile(browser, condition, async (page, session) => {
    await page.addInitScript(recordPaint);
    const waitUntilQuiet = await countTraffic(session);
    await page.goto(url, { waitUntil: 'load' });
    const moved = await waitUntilQuiet();
    const paint = await page.evaluate(() => globalThis.benchPaint);
    if (!paint || paint.lcpMs === 0) throw new VisitFailed(`${url} painted nothing`);
    return { ...moved, ...paint };
  });
}

/**
 * Looks at a page twice, each time as a new visitor: once to see it paint, once to click the button with this label until a click is
 * answered, which leaves the page. Rejects with VisitFailed when either went wrong.
 */
export async function measureVisit(
  browser: Browser,
  url: string,
  label: string,
  condition: Condition,
): Promise<PageFigures> {
  const painted = await seePaint(browser, url, condition);
  const interactiveMs = await inFreshProfile(browser, condition, async (page) => {
    await page.addInitScript(clickUntilAnswered, { label, deadlineMs: ANSWER_TIMEOUT_MS });
    await page.goto(url, { waitUntil: 'commit' });
    const at = await page.evaluate(() => globalThis.benchAnswered);
    if (typeof at !== 'number')
      throw new VisitFailed(`"${label}" on ${url} answered no click within ${ANSWER_TIMEOUT_MS} ms`);
    return at;
  });
  return { ...painted, interactiveMs };
}

/** Returns what a visitor gets of a page: its words and how they are styled, by the class names of the markup. */
function linesOf(browser: Browser, url: string): Promise<readonly string[]> {
  return inFreshProfile(browser, UNTHROTTLED, async (page, session) => {
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    const waitUntilQuiet = await countTraffic(session);
    await page.goto(url, { waitUntil: 'load' });
    await waitUntilQuiet();
    if (complaints.length > 0) throw new VisitFailed(`${url} complains: ${complaints.join('; ')}`);
    return await page.evaluate((lockId) => {
      // Each has a lock of its own kind; and what is said to browsers without scripts, React writes on the server only.
      return [...document.body.querySelectorAll(`*:not(#${lockId}, noscript)`)].map((element) => {
        const own = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
        return `${element.localName} ${element.getAttribute('class') ?? ''} ${own.map((node) => node.textContent).join('')}`;
      });
    }, LOCK_ELEMENT_ID);
  });
}

/** Rejects with VisitFailed unless all addresses show the same page without an error in the console. */
export async function checkAlike(browser: Browser, urls: readonly string[]): Promise<void> {
  const [first = '', ...others] = urls;
  const wanted = await linesOf(browser, first);
  for (const url of others) {
    const found = await linesOf(browser, url);
    const at = wanted.findIndex((line, index) => line !== found[index]);
    if (at >= 0 || found.length !== wanted.length)
      throw new VisitFailed(`${url} is not the page of ${first}: it has "${found[at]}" where that has "${wanted[at]}"`);
  }
}
