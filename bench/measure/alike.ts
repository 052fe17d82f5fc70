import { LOCK_ELEMENT_ID } from '@cytocomm/composition';
import type { Browser } from 'playwright-core';
import { inFreshProfile } from './fresh-profile.ts';
import { UNTHROTTLED } from './throttling.ts';
import { countTraffic, VisitFailed } from './traffic.ts';

/** What a visitor gets of a page: its words and how they are styled, by the class names of the markup. */
function content(browser: Browser, url: string): Promise<string> {
  return inFreshProfile(browser, UNTHROTTLED, async (page, session) => {
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    const traffic = await countTraffic(session);
    await page.goto(url, { waitUntil: 'load' });
    await traffic.settled();
    if (complaints.length > 0) throw new VisitFailed(`${url} complains: ${complaints.join('; ')}`);
    return await page.evaluate((lockId) => {
      // Each has a lock of its own kind; and what is said to browsers without scripts, React writes on the server only.
      const described = [...document.body.querySelectorAll(`*:not(#${lockId}, noscript)`)].map((element) => {
        const own = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
        return `${element.localName} ${element.getAttribute('class') ?? ''} ${own.map((node) => node.textContent).join('')}`;
      });
      return described.join('\n');
    }, LOCK_ELEMENT_ID);
  });
}

/** Rejects with VisitFailed unless all addresses show the same page without an error in the console. */
export async function checkAlike(browser: Browser, urls: readonly string[]): Promise<void> {
  const [first, ...others] = urls;
  if (first === undefined) return;
  const wanted = (await content(browser, first)).split('\n');
  for (const url of others) {
    const found = (await content(browser, url)).split('\n');
    const at = wanted.findIndex((line, index) => line !== found[index]);
    if (at >= 0 || found.length !== wanted.length)
      throw new VisitFailed(`${url} is not the page of ${first}: it has "${found[at]}" where that has "${wanted[at]}"`);
  }
}
