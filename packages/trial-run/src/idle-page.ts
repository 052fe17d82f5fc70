import type { Browser } from 'playwright-core';
import { IDLE_MARK } from './idle-release.ts';
import type { IdleLook } from './outside-changes.ts';
import { closeOverlay, openOverlay } from './overlays.ts';
import { answerOf, lookUntil } from './page-answers.ts';
import { findSlots, readOutside } from './page-functions.ts';
import type { TrialTimes } from './plan.ts';
import type { TrialSite } from './site.ts';
import type { Visit } from './visits.ts';
import { openWatchedPage, QUIET_MS, type WatchedPage } from './watched-page.ts';

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
        // Whatever was wrong with it, the next visit has another.
        if (look === undefined) await close();
      }
    },
    [Symbol.asyncDispose]: close,
  };
}
