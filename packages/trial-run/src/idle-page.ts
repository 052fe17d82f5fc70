import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { containerName } from '@cytocomm/composition';
import type { Lock, LockedRelease } from '@cytocomm/contract';
import { describeRelease } from '@cytocomm/releases';
import type { Browser } from 'playwright-core';
import { answerOf, lookUntil } from './page-answers.ts';
import { findSlots, type Outside, readOutside, type SlotPlace } from './page-functions.ts';
import { added, type Fault, MAX_TOLD, type TrialTimes, type Visit } from './plan.ts';
import type { TrialSite } from './site.ts';
import { closeOverlay, openOverlay, openWatchedPage, QUIET_MS, type WatchedPage } from './watched-page.ts';

/** What an idle component shows; it stands where the content of the slot would. */
const IDLE_MARK = 'idle slot';

/** The script of a remote whose components do nothing but stand in their slots. */
const entryOf = (name: string) =>
  `var ${containerName(name)} = { init() {}, get: async () => () => ({ default: () => ${JSON.stringify(IDLE_MARK)} }) };`;

/**
 * Returns a release that contributes what another does and does nothing, and writes its files. A page with it is what a page
 * looks like outside of the slots of the other.
 */
function idleRelease(releasesDir: string, original: LockedRelease): LockedRelease {
  const { name, title, version, contract, shared, contributions } = original;
  const building = join(releasesDir, '.idle', name);
  const entry = 'entry.js';
  mkdirSync(building, { recursive: true });
  writeFileSync(join(building, entry), entryOf(name));
  const facts = { name, title, version, contract, entry, shared, components: {}, contributions };
  const release = describeRelease(building, facts);
  const dir = join(releasesDir, name, release.release);
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, entry), entryOf(name));
  writeFileSync(join(dir, 'release.json'), JSON.stringify(release));
  return { ...release, baseUrl: `/releases/${name}/${release.release}/` };
}

/** Returns a lock in which only one remote has sections and pages that the server renders: nothing else runs. */
export function withPartsOf({ remotes, ...lock }: Lock, name: string): Lock {
  const quiet = (remote: LockedRelease): LockedRelease => {
    const { contributions } = remote;
    const routes = contributions.routes.map((route) => ({ ...route, public: false }));
    return { ...remote, contributions: { ...contributions, routes, sections: [] } };
  };
  return { ...lock, remotes: remotes.map((remote) => (remote.name === name ? remote : quiet(remote))) };
}

/** Returns a lock in which one remote is idle. */
export function withIdle(lock: Lock, name: string, releasesDir: string): Lock {
  const id = lock.id.replace(/^./, (digit) => (digit === '0' ? '1' : '0'));
  const remotes = lock.remotes.map((remote) => (remote.name === name ? idleRelease(releasesDir, remote) : remote));
  return { ...lock, id, remotes };
}

/** What a page is like with an idle release. */
export interface IdleLook {
  readonly slots: SlotPlace;
  readonly outside: Outside;
  readonly errors: readonly string[];
}

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

/** Returns what is different outside of the slots, and stays so for `settleMs`. */
export async function lastingChanges(
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

/** A page with an idle release, for one visit after the other: what the browser has compiled for one is there for the next. */
export interface IdlePage extends AsyncDisposable {
  /** Returns what the page of a visit is like; undefined when the shell shows no slot there. */
  look(visit: Visit): Promise<IdleLook | undefined>;
}

async function lookAt(
  watched: WatchedPage,
  { origin }: TrialSite,
  { path, opens }: Visit,
  times: TrialTimes,
): Promise<IdleLook | undefined> {
  const { page, errors } = watched;
  const earlier = errors.length;
  await page.goto(origin + path, { waitUntil: 'commit', timeout: times.readyMs });
  if (opens !== undefined && !(await openOverlay(watched, times))) return undefined;
  const slots = await lookUntil(async () => {
    const found = await page.evaluate(findSlots, IDLE_MARK);
    const isQuiet = Date.now() - watched.lastRequestAt() > QUIET_MS;
    return found && isQuiet ? found : undefined;
  }, times.readyMs);
  if (slots === undefined) return undefined;
  if (opens !== undefined) await closeOverlay(watched, times);
  const outside = await answerOf(page.evaluate(readOutside, slots), times.answerMs);
  return { slots, outside, errors: errors.slice(earlier) };
}

/** Creates a page with an idle release on the site that has it; it is opened for the first visit. */
export function createIdlePage(browser: Browser, site: TrialSite, times: TrialTimes): IdlePage {
  let watched: WatchedPage | undefined;
  const close = async () => {
    await watched?.[Symbol.asyncDispose]();
    watched = undefined;
  };
  return {
    async look(visit) {
      let look: IdleLook | undefined;
      try {
        if (watched) await watched.leaveTo(visit);
        else watched = await openWatchedPage(browser, site, visit);
        look = await lookAt(watched, site, visit, times);
        return look;
      } finally {
        // After a failure the next visit gets a new page.
        if (look === undefined) await close();
      }
    },
    [Symbol.asyncDispose]: close,
  };
}
