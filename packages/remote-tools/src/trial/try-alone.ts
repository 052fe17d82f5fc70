import { type Browser, chromium, type Page } from 'playwright-core';
import { serveHarness } from '../harness/serve-harness.ts';
import type { RemoteSource } from '../remote-source.ts';

/** How long a page or a section may take until it is ready, in ms. */
const READY_MS = 20_000;
const START_MS = 30_000;
/** How many errors of one part are told of. */
const MAX_TOLD = 3;

/** A page or a section to be tried. */
interface Part {
  /** How it is told of. */
  readonly name: string;
  readonly component: string;
  /** Its address in the harness. */
  readonly path: string;
  /** Who looks at it; undefined for somebody who is signed out. */
  readonly role?: string;
}

/** Returns what is tried: pages as everybody sees them, sections as each of their roles. Overlays are not tried. */
function partsOf({ config: { contributions } }: RemoteSource): readonly Part[] {
  const pages = contributions.routes.map(({ path, component }) => ({ name: path, component, path }));
  const sections = contributions.sections.flatMap(({ id, component, role, alsoFor }) =>
    [role, ...alsoFor].map((each) => ({
      name: `section ${id} as ${each}`,
      component,
      path: `/@section/${id}`,
      role: each,
    })),
  );
  return [...pages, ...sections];
}

const stageOf = (page: Page) => page.locator('#main');
const failureIn = (page: Page, { component }: Part) => stageOf(page).getByText(`${component} failed.`, { exact: true });

/** Returns why a part is not ready; empty when it is, or has failed. */
async function unreadyWords(page: Page, part: Part): Promise<string> {
  const stage = stageOf(page);
  if ((await failureIn(page, part).count()) > 0) return '';
  const waiting = stage.getByRole('status').filter({ hasText: /^\s*loading\b/i });
  const busy = (await waiting.count()) > 0 ? waiting : stage.locator('[aria-busy=true]');
  // Never waits: what was busy may be ready by now.
  const [words] = await busy.allInnerTexts();
  if (words !== undefined) return `it shows “${words.trim().slice(0, 60)}”`;
  return (await stage.innerText()).trim() === '' ? 'nothing is there' : '';
}

async function openPart(page: Page, url: string, { path, role }: Part): Promise<void> {
  await page.goto(url, { timeout: READY_MS });
  const link = page.locator(`nav[aria-label="Contributions"] a[href=${JSON.stringify(path)}]`);
  await link.waitFor({ timeout: READY_MS });
  // The harness has no person with a role that it does not know; the part is seen as by nobody then.
  const person = page.getByRole('radio', { name: role ?? 'signed out', exact: true });
  if ((await person.count()) > 0) await person.check({ timeout: READY_MS });
  await link.click({ timeout: READY_MS });
}

async function faultsOf(browser: Browser, url: string, part: Part): Promise<readonly string[]> {
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  try {
    const page = await context.newPage();
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
        errors.push(message.text());
    });
    await openPart(page, url, part);
    const until = Date.now() + READY_MS;
    let missing = await unreadyWords(page, part);
    while (missing !== '' && Date.now() < until) {
      await page.waitForTimeout(50);
      missing = await unreadyWords(page, part);
    }
    if (missing !== '') errors.unshift(`it was not ready within ${READY_MS / 1000} s: ${missing}`);
    else if (errors.length === 0 && (await failureIn(page, part).count()) > 0) errors.push('it failed');
    return errors.slice(0, MAX_TOLD).map((error) => `${part.name}: ${error.split('\n')[0]}`);
  } catch (error) {
    return [`${part.name}: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`];
  } finally {
    await context.close();
  }
}

/**
 * Tries every page and section of a remote alone, on the fake portal, in the Chromium at `executablePath`. Returns what is
 * wrong, a line each. Throws when the remote does not build, or Chromium does not start.
 */
export async function tryAlone(source: RemoteSource, executablePath: string): Promise<readonly string[]> {
  await using stack = new AsyncDisposableStack();
  const { url, stop } = await serveHarness(source.dir, 0);
  stack.defer(stop);
  // The same way as in a container, where its own walls cannot be built: what is tried is the team's own code.
  const browser = await chromium.launch({
    executablePath,
    timeout: START_MS,
    args: ['--disable-gpu', '--disable-dev-shm-usage'],
  });
  stack.defer(() => browser.close());
  const faults: string[] = [];
  for (const part of partsOf(source)) faults.push(...(await faultsOf(browser, url, part)));
  return faults;
}
