import type { Browser } from 'playwright-core';
import { inFreshProfile } from './fresh-profile.ts';
import { clickUntilAnswered, recordPaint } from './in-page.ts';
import type { Condition } from './throttling.ts';
import { countTraffic, type Traffic, VisitFailed } from './traffic.ts';

/** What one look at a page gives. */
export interface PageFigures extends Traffic {
  /** Largest contentful paint, ms since the navigation. */
  readonly lcpMs: number;
  /** When the first click on the page's button was answered, ms since the navigation. */
  readonly interactiveMs: number;
  /** Sum of all layout shifts: never less than the Cumulative Layout Shift of Web Vitals. */
  readonly layoutShift: number;
}

/** What is seen of a page without touching it. */
export type PaintFigures = Omit<PageFigures, 'interactiveMs'>;

/** A page and the label of the button on it that must answer. */
export interface Destination {
  readonly url: string;
  readonly answeringLabel: string;
}

const ANSWER_DEADLINE_MS = 60_000;

/** Looks at a page as a new visitor until it rests. Rejects with VisitFailed when that went wrong. */
export function seePaint(browser: Browser, url: string, condition: Condition): Promise<PaintFigures> {
  return inFreshProfile(browser, condition, async (page, session) => {
    await page.addInitScript(recordPaint);
    const traffic = await countTraffic(session);
    await page.goto(url, { waitUntil: 'load' });
    const moved = await traffic.settled();
    const paint = await page.evaluate(() => globalThis.benchPaint);
    if (!paint || paint.lcpMs === 0) throw new VisitFailed(`${url} painted nothing`);
    return { ...moved, ...paint };
  });
}

function awaitAnswer(browser: Browser, { url, answeringLabel }: Destination, condition: Condition): Promise<number> {
  return inFreshProfile(browser, condition, async (page) => {
    await page.addInitScript(clickUntilAnswered, { label: answeringLabel, deadlineMs: ANSWER_DEADLINE_MS });
    await page.goto(url, { waitUntil: 'commit' });
    const at = await page.evaluate(() => globalThis.benchAnswered);
    if (typeof at !== 'number')
      throw new VisitFailed(`"${answeringLabel}" on ${url} answered no click within ${ANSWER_DEADLINE_MS} ms`);
    return at;
  });
}

/**
 * Looks at a page twice, each time as a new visitor: once to see it paint, once to click until a click is answered.
 * (A click leaves the page, so one visit cannot show both.) Rejects with VisitFailed when either went wrong.
 */
export async function measureVisit(
  browser: Browser,
  destination: Destination,
  condition: Condition,
): Promise<PageFigures> {
  const painted = await seePaint(browser, destination.url, condition);
  const interactiveMs = await awaitAnswer(browser, destination, condition);
  return { ...painted, interactiveMs };
}
