import type { Browser } from 'playwright-core';
import { lookUntil } from './page-answers.ts';
import { readHeader } from './page-functions.ts';
import type { Fault, TrialTimes } from './plan.ts';
import type { TrialSite } from './site.ts';
import type { Visit } from './visits.ts';
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
export async function headerFaults(browser: Browser, site: TrialSite, times: TrialTimes): Promise<Fault[]> {
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
    // What is only begun may still move.
    await lookUntil(async () => {
      words = await page.evaluate(readHeader);
      return words === '' ? true : undefined;
    }, times.settleMs);
    if (words !== '')
      faults.push({ words: `${place} ${words}`, mend: 'have fewer links beside the logo, with shorter labels' });
  }
  return faults;
}
