import { runCommand } from '@cytocomm/api';
import type { Role } from '@cytocomm/contract';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { inFreshProfile } from '../measure/fresh-profile.ts';
import { UNTHROTTLED } from '../measure/throttling.ts';
import { countTraffic, VisitFailed } from '../measure/traffic.ts';
import { signIn } from '../portal/person.ts';
import type { RunningPortal } from '../portal/running-portal.ts';
import { rotated } from '../statistics.ts';
import { dashboardAddresses, sectionsInPage } from './addresses.ts';
import { pressHeadUntilOrdered } from './in-page.ts';

const USERS = '/dashboard/admin/users';
const DEADLINE_MS = 60_000;

/** What a first visit of an address moves over the network, in bytes. */
export interface VisitBytes {
  readonly path: string;
  readonly bytes: number;
}

/** How long it takes, in ms from the navigation on, until a list answers: every visit. */
export interface FirstList {
  readonly people: { readonly few: number; readonly many: number };
  readonly few: readonly number[];
  readonly many: readonly number[];
}

/** A portal with the session of one of its demo people. */
interface SignedInPortal {
  readonly portal: RunningPortal;
  readonly cookie: string;
}

const signedIn = async (portal: RunningPortal, role: Role): Promise<SignedInPortal> => ({
  portal,
  cookie: (await signIn(portal, `${role}@cytocomm.example`)).cookie,
});

/** Opens a page as that person with an empty cache. */
function asPerson<Seen>(
  browser: Browser,
  { portal: { url }, cookie }: SignedInPortal,
  look: (page: Page, session: CDPSession) => Promise<Seen>,
): Promise<Seen> {
  return inFreshProfile(browser, UNTHROTTLED, async (page, session) => {
    const cookies = cookie.split('; ').map((pair) => {
      const [name = '', value = ''] = pair.split('=', 2);
      return { name, value, url };
    });
    await page.context().addCookies(cookies);
    return look(page, session);
  });
}

/** Weighs a first visit of each role's overview and tools: all that a browser without a cache loads for it. */
export async function weighTools(browser: Browser, portal: RunningPortal): Promise<readonly VisitBytes[]> {
  const home = await fetch(portal.url);
  const weighed: VisitBytes[] = [];
  for (const [role, paths] of dashboardAddresses(sectionsInPage(await home.text()))) {
    const person = await signedIn(portal, role);
    for (const path of paths) {
      const bytes = await asPerson(browser, person, async (page, session) => {
        const traffic = await countTraffic(session);
        await page.goto(portal.url + path, { waitUntil: 'load' });
        await page.getByRole('main').getByRole('heading', { level: 2 }).first().waitFor();
        return (await traffic.settled()).bytes;
      });
      weighed.push({ path, bytes });
    }
  }
  return weighed;
}

function listAnswers(browser: Browser, admin: SignedInPortal): Promise<number> {
  return asPerson(browser, admin, async (page) => {
    await page.addInitScript(pressHeadUntilOrdered, { field: 'name', deadlineMs: DEADLINE_MS });
    await page.goto(admin.portal.url + USERS, { waitUntil: 'commit' });
    const at = await page.evaluate(() => globalThis.benchOrdered);
    if (typeof at !== 'number') throw new VisitFailed(`the list of users was not ordered within ${DEADLINE_MS} ms`);
    return at;
  });
}

/** Fills the list of users of a portal. */
export function fillUsers({ mongoUri }: RunningPortal, count: number): Promise<string> {
  return runCommand('seed', ['--rows', String(count), 'users'], { NODE_ENV: 'test', MONGODB_URI: mongoUri });
}

/** Visits the list of users of two portals, one with few and one with many people, in turn, another first each time. */
export async function timeFirstList(
  browser: Browser,
  [few, many]: readonly [RunningPortal, RunningPortal],
  people: FirstList['people'],
  runs: number,
): Promise<FirstList> {
  const sides = [
    { admin: await signedIn(few, 'admin'), times: [] as number[] },
    { admin: await signedIn(many, 'admin'), times: [] as number[] },
  ] as const;
  // One visit before that counts for nothing.
  for (const { admin } of sides) await listAnswers(browser, admin);
  for (let run = 0; run < runs; run++)
    for (const { admin, times } of rotated(sides, run)) times.push(await listAnswers(browser, admin));
  return { people, few: sides[0].times, many: sides[1].times };
}
