import { setTimeout as pause } from 'node:timers/promises';
import { type Browser, chromium, errors, type Page } from 'playwright-core';
import { serveHarness } from '../harness/serve-harness.ts';
import type { RemoteSource } from '../remote-source.ts';

/** How long a page or a section may take until it is ready, in ms. */
const READY_MS = 20_000;
const START_MS = 30_000;
/** How long all of a part may take, in ms: a page in an endless loop answers nothing at all. */
const PART_MS = 45_000;
const CLOSE_MS = 5000;
const LOOK_EVERY_MS = 50;
const NO_ANSWER = 'the page does not answer: is it in an endless loop?';
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

/** Returns what stands in the place of a part that threw. */
async function failureWords(page: Page, part: Part): Promise<string> {
  const words = await failureIn(page, part).locator('xpath=..').innerText();
  return words.replace(/\s+/g, ' ').trim();
}

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

/** Looks at a part until it is ready. Returns what is wrong with it. */
async function lookAt(page: Page, url: string, part: Part): Promise<readonly string[]> {
  const said: string[] = [];
  page.on('pageerror', (error) => said.push(error.message));
  page.on('console', (message) => {
    // Requests that failed are the component's to handle; what React tells of a component that threw is shown in its place.
    if (message.type() === 'error' && !/^(?:Failed to load resource|%[os])/.test(message.text()))
      said.push(message.text());
  });
  await openPart(page, url, part);
  const until = Date.now() + READY_MS;
  let missing = await unreadyWords(page, part);
  while (missing !== '' && Date.now() < until) {
    await pause(LOOK_EVERY_MS);
    missing = await unreadyWords(page, part);
  }
  if (missing !== '') return [`it was not ready within ${READY_MS / 1000} s: ${missing}`, ...said];
  return (await failureIn(page, part).count()) > 0 ? [await failureWords(page, part), ...said] : said;
}

/** Resolves as the work does; rejects when that takes longer than all of its own deadlines together. */
async function answered<Result>(work: Promise<Result>, withinMs: number): Promise<Result> {
  const ending = new AbortController();
  const late = pause(withinMs, undefined, { signal: ending.signal }).then(() => {
    throw new Error(NO_ANSWER);
  });
  late.catch(() => undefined);
  // After the deadline nobody waits for it.
  work.catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    ending.abort();
  }
}

async function faultsOf(browser: Browser, url: string, part: Part): Promise<readonly string[]> {
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  context.setDefaultTimeout(READY_MS);
  const told = (words: string) => `${part.name}: ${words.split('\n')[0]}`;
  try {
    const faults = await answered(lookAt(await context.newPage(), url, part), PART_MS);
    return faults.slice(0, MAX_TOLD).map(told);
  } catch (error) {
    const isLate = error instanceof errors.TimeoutError;
    return [told(isLate ? NO_ANSWER : error instanceof Error ? error.message : String(error))];
  } finally {
    // A page in an endless loop may not let itself be closed; the end of the browser does it then.
    await answered(context.close(), CLOSE_MS).catch(() => undefined);
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
  stack.defer(() => answered(browser.close(), CLOSE_MS).catch(() => undefined));
  const faults: string[] = [];
  for (const part of partsOf(source)) faults.push(...(await faultsOf(browser, url, part)));
  return faults;
}
