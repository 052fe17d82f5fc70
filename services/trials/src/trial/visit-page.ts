import { setTimeout as pause } from 'node:timers/promises';
import { containerName } from '@cytocomm/composition';
import type { Browser } from 'playwright-core';
import type { TrialFault, TrialTimes } from '../messages.ts';
import { violationsIn } from './axe-check.ts';
import { errorWords } from './error-words.ts';
import { IDLE_MARK } from './idle-release.ts';
import { findSlots, type Outside, readOutside, type SlotPlace, unreadyWords } from './page-functions.ts';
import type { TrialSite } from './trial-site.ts';
import type { Visit } from './visits.ts';
import { openWatchedPage, type WatchedPage } from './watched-page.ts';

/** How long no request has to be under way before a page is ready, in ms. */
const QUIET_MS = 250;
const LOOK_EVERY_MS = 50;

/** How many faults of one kind are told of one page. */
const MAX_TOLD = 3;

type Fault = Omit<TrialFault, 'place'>;

/** The page did not answer: it is in an endless loop, or gone. */
class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

/** The sites of a variant: with the release, and with an idle one in its place. */
export interface Sites {
  readonly tried: TrialSite;
  readonly idle: TrialSite;
}

/** Resolves to what a page answers. Rejects with NoAnswer after a while. */
async function answerOf<Answer>(answer: Promise<Answer>, withinMs: number): Promise<Answer> {
  const ending = new AbortController();
  const late = pause(withinMs, undefined, { signal: ending.signal }).then(() => {
    throw new NoAnswer(`it did not answer for ${withinMs} ms`);
  });
  late.catch(() => undefined);
  try {
    return await Promise.race([answer, late]);
  } finally {
    ending.abort();
  }
}

/** Looks again and again until there is a value; a page that is about to change has none. Resolves to undefined after a while. */
async function lookUntil<Value>(look: () => Promise<Value | undefined>, withinMs: number): Promise<Value | undefined> {
  const until = Date.now() + withinMs;
  for (;;) {
    const value = await answerOf(look(), Math.max(1000, until - Date.now())).catch((error: unknown) => {
      if (error instanceof NoAnswer) throw error;
      return undefined;
    });
    if (value !== undefined || Date.now() > until) return value;
    await pause(LOOK_EVERY_MS);
  }
}

/** What the page is like with an idle release. */
interface IdleLook {
  readonly slots: SlotPlace;
  readonly outside: Outside;
  readonly errors: readonly string[];
}

/** Returns what a page is like with an idle release; undefined when the shell shows no slot there. */
async function idleLook(
  browser: Browser,
  site: TrialSite,
  visit: Visit,
  times: TrialTimes,
): Promise<IdleLook | undefined> {
  await using watched = await openWatchedPage(browser, site, visit);
  const { page, errors } = watched;
  await page.goto(site.origin + visit.path, { waitUntil: 'commit', timeout: times.readyMs });
  const slots = await lookUntil(async () => {
    const found = await page.evaluate(findSlots, IDLE_MARK);
    const isQuiet = Date.now() - watched.lastRequestAt() > QUIET_MS;
    return found && isQuiet ? found : undefined;
  }, times.readyMs);
  return (
    slots && { slots, outside: await answerOf(page.evaluate(readOutside, slots), times.answerMs), errors: [...errors] }
  );
}

/** Waits until all of a visit is there. Returns what is not. */
async function waitUntilReady(
  watched: WatchedPage,
  visit: Visit,
  slots: SlotPlace,
  readyMs: number,
): Promise<Fault | undefined> {
  const { page } = watched;
  let missing = 'its scripts did not start';
  const isOver = await lookUntil(async () => {
    if (watched.hasCrashed() || movesOf(visit, watched.went).length > 0) return true;
    const words = await page.evaluate(unreadyWords, slots);
    if (words !== '') missing = words;
    else if (Date.now() - watched.lastRequestAt() < QUIET_MS) missing = 'its requests do not end';
    else return true;
    return undefined;
  }, readyMs);
  if (isOver) return undefined;
  return {
    words: `it was not ready within ${readyMs / 1000} s: ${missing}`,
    mend: 'show the content, or that it could not be loaded, within that time',
  };
}

const added = (now: readonly string[], before: readonly string[]) => now.filter((line) => !before.includes(line));

/** Returns what is different outside of the slots. */
function changesBetween(idle: Outside, now: Outside, name: string): Fault[] {
  const faults: Fault[] = [];
  const tell = (what: string, changes: readonly string[], mend: string) => {
    for (const change of changes.slice(0, MAX_TOLD)) faults.push({ words: `${what}: ${change}`, mend });
  };
  const elements = [
    ...added(now.elements, idle.elements),
    ...added(idle.elements, now.elements).map((line) => `gone: ${line}`),
  ];
  tell(
    'an element outside of its slot changed',
    elements,
    'render inside the component only, and take away what is added to the document elsewhere',
  );
  if (elements.length === 0)
    tell(
      'a style outside of its slot changed',
      now.styles.flatMap((line, place) => styleChange(idle.styles[place] ?? '', line)),
      'write rules for classes of your own only, and add no style sheet at run time',
    );
  // Libraries keep what two copies of them share under names with two underscores.
  const isOwn = (global: string) =>
    /^(webpackChunk|__[a-z])/.test(global) || global.replace(' (replaced)', '') === containerName(name);
  tell(
    'a global was added or replaced',
    added(now.globals, idle.globals).filter((global) => !isOwn(global)),
    'keep it in a module',
  );
  tell('the head of the page changed', added(now.head, idle.head), 'leave title and meta elements to the shell');
  return faults;
}

function styleChange(before: string, now: string): string[] {
  if (before === now) return [];
  const [where = '', ...rest] = now.split(': ');
  const old = before.split('; ');
  const changed = rest
    .join(': ')
    .split('; ')
    .filter((style) => !old.some((line) => line.endsWith(style)));
  return changed.length > 0 ? [`${where}: ${changed.slice(0, 3).join(', ')}`] : [];
}

/** Looks outside of the slots until nothing is different, or for as long as that may take. */
async function lastingChanges(
  watched: WatchedPage,
  idle: IdleLook,
  remote: string,
  settleMs: number,
): Promise<Fault[]> {
  let changes: Fault[] = [];
  await lookUntil(async () => {
    changes = changesBetween(idle.outside, await watched.page.evaluate(readOutside, idle.slots), remote);
    return changes.length === 0 ? true : undefined;
  }, settleMs);
  return changes;
}

const pathOf = (address: string) => address.split(/[?#]/)[0];
/** Returns where a page went from its address. */
function movesOf(visit: Visit, went: readonly string[]): string[] {
  return went.filter((address) => pathOf(address) !== pathOf(visit.path));
}

/** Returns what happened in a page that should not. */
function happenings(watched: WatchedPage, visit: Visit, idleErrors: readonly string[]): Fault[] {
  const { errors, outside, failed, opened, went, visitor } = watched;
  const firstOf = (all: readonly string[]) => [...new Set(all)].slice(0, MAX_TOLD);
  const hasLeft = watched.documents() > 1;
  const away = movesOf(visit, went).filter(() => hasLeft || !visit.mayMove);
  return [
    ...(watched.hasCrashed() ? [{ words: 'its page crashed', mend: 'take less memory' }] : []),
    ...firstOf(added(errors, idleErrors)).map((text) => ({
      words: `the console has an error: ${errorWords(text)}`,
      mend: 'mend its cause',
    })),
    ...firstOf(outside).map((url) => ({
      words: `it asks ${url.slice(0, 200)}, which is not the portal`,
      mend: 'ask the portal’s API, and bring files along in the release',
    })),
    ...firstOf(failed).map((path) => ({ words: `the request for ${path} failed`, mend: 'ask for what is there' })),
    ...firstOf(visitor.unknownCalls).map((call) => ({
      words: `it calls ${call}, which the API does not have`,
      mend: 'call what the contract has',
    })),
    ...firstOf(opened).map((what) => ({ words: `it opened ${what} without being asked`, mend: 'wait for a press' })),
    ...firstOf(away).map((path) => ({ words: `it went to ${path} without being asked`, mend: 'stay on the page' })),
    ...(hasLeft && away.length === 0 ? [{ words: 'it loaded its page again', mend: 'stay on the page' }] : []),
  ];
}

/** Opens the page of a visit. Returns what is wrong with what the server sent. */
async function open({ page }: WatchedPage, site: TrialSite, visit: Visit, times: TrialTimes): Promise<Fault[]> {
  const failure = visit.isPublic ? await site.renderFailure(visit.path) : undefined;
  const answer = await page.goto(site.origin + visit.path, { waitUntil: 'commit', timeout: times.readyMs });
  const faults: Fault[] = [];
  if (answer?.status() !== 200)
    faults.push({ words: `the server answered ${answer?.status()}`, mend: 'see that the server can make the page' });
  if (failure !== undefined)
    faults.push({
      words: `the server could not render it: ${errorWords(failure)}`,
      mend: 'render without the globals of a browser, and within 2 s of work',
    });
  return faults;
}

/** Returns what is wrong with an opened page. */
async function lookAt(
  watched: WatchedPage,
  visit: Visit,
  idle: IdleLook,
  remote: string,
  times: TrialTimes,
): Promise<Fault[]> {
  try {
    const late = await waitUntilReady(watched, visit, idle.slots, times.readyMs);
    // Where it has led on, another page is there.
    const isOver = late !== undefined || watched.hasCrashed() || movesOf(visit, watched.went).length > 0;
    const changes = isOver ? [] : await lastingChanges(watched, idle, remote, times.settleMs);
    const violations = isOver ? [] : await answerOf(violationsIn(watched.page, idle.slots), times.answerMs);
    const told = violations.map(({ id, help, target }) => ({ words: `axe finds ${id} at ${target}`, mend: help }));
    return [...(late ? [late] : []), ...happenings(watched, visit, idle.errors), ...changes, ...told];
  } catch (error) {
    const told = happenings(watched, visit, idle.errors);
    if (told.length > 0) return told;
    const words = error instanceof Error ? error.message.split('\n')[0] : String(error);
    return [
      {
        words: error instanceof NoAnswer ? `the page hangs: ${words}` : `it could not be looked at: ${words}`,
        mend: 'look for an endless loop, and for what leaves the page',
      },
    ];
  }
}

/** Returns what is wrong with a release in one visit. Rejects when the browser is gone. */
export async function visitPage(
  browser: Browser,
  { tried, idle }: Sites,
  visit: Visit,
  remote: string,
  times: TrialTimes,
): Promise<Fault[]> {
  await using watched = await openWatchedPage(browser, tried, visit);
  // One loads while the other is looked at.
  const [look, served] = await Promise.all([idleLook(browser, idle, visit, times), open(watched, tried, visit, times)]);
  if (look === undefined)
    return [{ words: 'the shell shows no slot for it', mend: 'see that its role has a dashboard' }];
  return [...served, ...(await lookAt(watched, visit, look, remote, times))];
}
