import type { Browser } from 'playwright-core';
import { violationsIn } from './axe-check.ts';
import { errorWords } from './error-words.ts';
import { happenings, movesOf } from './happenings.ts';
import type { IdlePage } from './idle-page.ts';
import { type IdleLook, lastingChanges } from './outside-changes.ts';
import { closeOverlay, openOverlay } from './overlays.ts';
import { answerOf, lookUntil, NoAnswer } from './page-answers.ts';
import { type SlotPlace, unreadyWords } from './page-functions.ts';
import type { Fault, TrialTimes } from './plan.ts';
import type { TrialSite } from './site.ts';
import { translate } from './translation.ts';
import type { Visit } from './visits.ts';
import { openWatchedPage, QUIET_MS, type WatchedPage } from './watched-page.ts';

/** Where what is tried stands; an overlay stands in a dialog. */
const placeOf = ({ opens }: Visit, slots: SlotPlace) => (opens === undefined ? slots : null);

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
    const words = await page.evaluate(unreadyWords, placeOf(visit, slots));
    if (words !== '') missing = words;
    else if (Date.now() - watched.lastRequestAt() < QUIET_MS) missing = 'its requests do not end';
    else return true;
    return undefined;
  }, readyMs);
  if (isOver) return undefined;
  return {
    words: `it was not ready within ${readyMs / 1000} s: ${missing}`,
    mend: 'show the content, or that it could not be loaded, within that time',
    isLate: true,
  };
}

/** Returns how to mend that the server could not render a page. */
export function renderAdvice(failure: string): string {
  if (failure.includes('its markup')) return 'render less of it, and nothing but the elements of a component';
  if (/stopped after|waits for something/.test(failure)) return 'render within 2 s of work, and wait for nothing';
  return 'render without the globals of a browser';
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
      mend: renderAdvice(failure),
    });
  return faults;
}

/** Returns what is wrong inside of the slots of a page that is ready, and whether its overlay, if it has one, is gone. */
async function lookInside(watched: WatchedPage, visit: Visit, idle: IdleLook, times: TrialTimes) {
  const violations = await answerOf(violationsIn(watched.page, placeOf(visit, idle.slots)), times.answerMs);
  const unclosed = visit.opens === undefined ? [] : await closeOverlay(watched, times);
  const told = violations.map(({ id, help, target }) => ({ words: `axe finds ${id} at ${target}`, mend: help }));
  return { faults: [...unclosed, ...told], isClosed: unclosed.length === 0 };
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
    if (visit.opens !== undefined && !(await openOverlay(watched, times)))
      return happenings(watched, visit, idle.errors);
    const late = await waitUntilReady(watched, visit, idle.slots, times.readyMs);
    // Where it has led on, another page is there.
    const isOver = late !== undefined || watched.hasCrashed() || movesOf(visit, watched.went).length > 0;
    if (isOver) return [...(late ? [late] : []), ...happenings(watched, visit, idle.errors)];
    const inside = await lookInside(watched, visit, idle, times);
    const { length: untranslated } = watched.errors;
    // While a translation is at work, what it breaks has the time that the next look takes.
    if (visit.opens === undefined) await answerOf(watched.page.evaluate(translate, idle.slots), times.answerMs);
    const changes = inside.isClosed ? await lastingChanges(watched, idle, remote, times.settleMs) : [];
    return [...happenings(watched, visit, idle.errors, untranslated), ...changes, ...inside.faults];
  } catch (error) {
    const told = happenings(watched, visit, idle.errors);
    if (told.length > 0) return told;
    const words = error instanceof Error ? error.message.split('\n')[0] : String(error);
    return [
      {
        words: error instanceof NoAnswer ? `the page hangs: ${words}` : `it could not be looked at: ${words}`,
        mend: 'look for an endless loop, and for what leaves the page',
        isLate: true,
      },
    ];
  }
}

/** Returns what is wrong with a release in one visit. Rejects when the browser is gone. */
export async function visitPage(
  browser: Browser,
  tried: TrialSite,
  idle: IdlePage,
  visit: Visit,
  remote: string,
  times: TrialTimes,
): Promise<Fault[]> {
  await using watched = await openWatchedPage(browser, tried, visit);
  // One loads while the other is looked at.
  const [look, served] = await Promise.all([idle.look(visit), open(watched, tried, visit, times)]);
  if (look === undefined)
    return [{ words: 'the shell shows no slot for it', mend: 'see that its role has a dashboard', isLate: true }];
  return [...served, ...(await lookAt(watched, visit, look, remote, times))];
}
