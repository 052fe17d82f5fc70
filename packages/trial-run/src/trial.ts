import type { Browser } from 'playwright-core';
import { createIdlePage, withIdle, withPartsOf } from './idle-page.ts';
import { lookUntil } from './page-answers.ts';
import { readHeader } from './page-functions.ts';
import {
  type Fault,
  personWords,
  type TrialFault,
  type TrialPlan,
  type TrialTimes,
  type TrialVariant,
  type Visit,
  visitsOf,
} from './plan.ts';
import type { StartTrialSite, TrialSite } from './site.ts';
import { visitPage } from './visit-page.ts';
import { openWatchedPage } from './watched-page.ts';

/** The windows in which the header is looked at, in px: of a small laptop and of a phone. */
const WINDOWS = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];
const HOME: Visit = {
  ...{ path: '/', what: 'links', roles: undefined, isPublic: false, mayMove: true, backends: [] },
};

/** Returns what the links of a release do to the header of the home page. */
async function headerFaults(browser: Browser, site: TrialSite, times: TrialTimes): Promise<Fault[]> {
  const faults: Fault[] = [];
  for (const window of WINDOWS) {
    await using watched = await openWatchedPage(browser, site, HOME);
    const { page } = watched;
    await page.setViewportSize(window);
    await page.goto(site.origin + HOME.path, { waitUntil: 'commit', timeout: times.readyMs });
    const place = `in a window of ${window.width} px`;
    let words = await lookUntil(() => page.evaluate(readHeader), times.readyMs);
    if (words === undefined) {
      faults.push({ words: `${place} no header came`, mend: 'see that the page starts', isLate: true });
      continue;
    }
    // The layout may still settle.
    await lookUntil(async () => {
      words = await page.evaluate(readHeader);
      return words === '' ? true : undefined;
    }, times.settleMs);
    if (words !== '')
      faults.push({ words: `${place} ${words}`, mend: 'have fewer links beside the logo, with shorter labels' });
  }
  return faults;
}

/** The trial ends after so many faults. */
const MAX_FAULTS = 40;
/** A page waits for its requests and for axe by turns. */
const VISITS_AT_ONCE = 2;
/** How many visits of a trial that did not come to an end in time are made again: the machine may be busy. */
const MAX_AGAIN = 3;

/** What a trial found. */
export interface TrialFinds {
  readonly faults: TrialFault[];
  /** How many pages were looked at. */
  visits: number;
  /** How many of them were made again. */
  again: number;
}

function placeOf(visit: Visit, shell: string): string {
  return `${visit.what} ${personWords(visit)} on ${shell}`;
}

/** Returns what a look finds; what did not come in time is looked at once more, a few times in a trial. */
export async function lookAgain(
  look: () => Promise<readonly Fault[]>,
  finds: Pick<TrialFinds, 'again'>,
): Promise<readonly Fault[]> {
  const found = await look();
  if (finds.again >= MAX_AGAIN || !found.some(({ isLate }) => isLate)) return found;
  finds.again += 1;
  const still = await look();
  return still.map((fault) => (fault.isLate ? { ...fault, words: `${fault.words} (tried twice)` } : fault));
}

/** Adds what is wrong with a remote under one shell. */
async function tryRemote(
  browser: Browser,
  startSite: StartTrialSite,
  remote: string,
  releasesDir: string,
  { words, lock }: TrialVariant,
  times: TrialTimes,
  finds: TrialFinds,
): Promise<void> {
  const own = withPartsOf(lock, remote);
  await using tried = await startSite(own, releasesDir);
  await using idle = await startSite(withIdle(own, remote, releasesDir), releasesDir);
  const part = own.remotes.find(({ name }) => name === remote);
  // Those of the dashboard's rail are in no header.
  if (part?.contributions.links.some(({ group }) => group !== 'account')) {
    const found = await lookAgain(() => headerFaults(browser, tried, times), finds);
    finds.faults.push(
      ...found.map(({ words: said, mend }) => ({ words: said, mend, place: `links of ${remote} on ${words}` })),
    );
  }
  const visits = (part ? visitsOf(part) : []).entries();
  const faults: (readonly TrialFault[])[] = [];
  const visitNext = async () => {
    await using idlePage = createIdlePage(browser, idle, times);
    for (const [index, visit] of visits) {
      if (finds.faults.length + faults.flat().length >= MAX_FAULTS) return;
      const found = await lookAgain(() => visitPage(browser, tried, idlePage, visit, remote, times), finds);
      finds.visits += 1;
      faults[index] = found.map(({ words: said, mend }) => ({ words: said, mend, place: placeOf(visit, words) }));
    }
  };
  await Promise.all(Array.from({ length: VISITS_AT_ONCE }, visitNext));
  finds.faults.push(...faults.flat());
}

/**
 * Returns what is wrong with the remotes of a plan: each page, section and overlay is mounted in a browser, on sites that
 * `startSite` starts. Rejects when the browser ends, and with TooBusyToTry.
 */
export async function runTrial(
  browser: Browser,
  { remotes, releasesDir, variants }: TrialPlan,
  times: TrialTimes,
  startSite: StartTrialSite,
): Promise<TrialFinds> {
  const finds: TrialFinds = { faults: [], visits: 0, again: 0 };
  for (const variant of variants) {
    // What is wrong under one shell is wrong under the next.
    if (finds.faults.length > 0) break;
    for (const remote of remotes) await tryRemote(browser, startSite, remote, releasesDir, variant, times, finds);
  }
  return finds;
}
