import type { Browser, CDPSession, Page } from 'playwright-core';
import { type Condition, throttle } from './throttling.ts';

const VIEWPORT = { width: 1440, height: 900 };

/** Opens a page in a profile without cache or history, lets `look` work on it, and closes the profile. */
export async function inFreshProfile<Seen>(
  browser: Browser,
  condition: Condition,
  look: (page: Page, session: CDPSession) => Promise<Seen>,
): Promise<Seen> {
  await using context = await browser.newContext({ viewport: VIEWPORT });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await throttle(session, condition);
  return await look(page, session);
}
