import type { Browser } from 'playwright-core';
import { withIdle, withPartsOf } from './idle-release.ts';
import type { TrialFault, TrialPlan, TrialTimes, TrialVariant } from './plan.ts';
import type { StartTrialSite } from './site.ts';
import { visitPage } from './visit-page.ts';
import { personWords, type Visit, visitsOf } from './visits.ts';

/** More faults than this help nobody: the trial ends. */
const MAX_FAULTS = 40;

/** What a trial found. */
export interface TrialFinds {
  readonly faults: TrialFault[];
  /** How many pages were looked at. */
  visits: number;
}

function placeOf(visit: Visit, shell: string): string {
  return `${visit.what} ${personWords(visit)} on ${shell}`;
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
  for (const visit of part ? visitsOf(part) : []) {
    if (finds.faults.length >= MAX_FAULTS) return;
    const found = await visitPage(browser, { tried, idle }, visit, remote, times);
    finds.visits += 1;
    finds.faults.push(...found.map((fault) => ({ ...fault, place: placeOf(visit, words) })));
  }
}

/**
 * Returns what is wrong with the remotes of a plan: each page, section and overlay is mounted in a browser, on sites that
 * `startSite` starts. Rejects when the browser ends.
 */
export async function runTrial(
  browser: Browser,
  { remotes, releasesDir, variants }: TrialPlan,
  times: TrialTimes,
  startSite: StartTrialSite,
): Promise<TrialFinds> {
  const finds: TrialFinds = { faults: [], visits: 0 };
  for (const variant of variants) {
    // What is wrong under one shell is wrong under the next.
    if (finds.faults.length > 0) break;
    for (const remote of remotes) await tryRemote(browser, startSite, remote, releasesDir, variant, times, finds);
  }
  return finds;
}
