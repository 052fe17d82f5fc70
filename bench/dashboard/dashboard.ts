import { join } from 'node:path';
import { runCommand } from '@cytocomm/api';
import type { Lock, Role } from '@cytocomm/contract';
import { SEED_COMMANDS } from '@cytocomm/seed';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { countTraffic } from '../browser/traffic.ts';
import { inFreshProfile, openBrowser, UNTHROTTLED } from '../browser/visit.ts';
import { type Person, signIn } from '../portal/person.ts';
import { liveLock, type RunningPortal, startPortal } from '../portal/portal.ts';
import { alone, compare, inTurn, median, milliseconds, type Part, type Target, timeOf } from '../report.ts';
import { timeLists } from './lists.ts';

/** How many people the first lists have, how many records of each kind the others, and how many of these are asked for. */
const FULL = { firstList: { few: 100, many: 10_000 }, records: { few: 1000, many: 100_000 }, lists: 400 };
const SMOKE = { firstList: { few: 10, many: 60 }, records: { few: 20, many: 100 }, lists: 8 };
/** How many addresses of a role a smoke run visits. */
const SMOKE_ADDRESSES = 2;
const USERS = '/dashboard/admin/users';
const ROLES: readonly Role[] = ['admin', 'investor', 'customer', 'developer'];
const ADMIN = 'admin@cytocomm.example';

/** The overview that is held to what the whole dashboard weighed when it was one page. */
const OVERVIEW = '/dashboard/admin';
const OVERVIEW_TARGET: Target = { atMost: 532_020 };
/** The first list of many people beside that of few. */
const FIRST_LIST_TARGET: Target = { ratioAtMost: 1.5 };
/** Any list among many records beside the same among few, at the 95th percentile. */
const LIST_TARGET: Target = { ratioAtMost: 2 };

/** Returns the addresses of a role's dashboard: its overview, then its tools, each with the forms in it. */
function addressesOf(role: Role, { remotes }: Pick<Lock, 'remotes'>): readonly string[] {
  const sections = remotes.flatMap(({ contributions }) => contributions.sections);
  const tools = sections.flatMap((section) => (section.role === role && section.tool ? [section.tool] : []));
  const below = tools.flatMap((tool) => [`/${tool.path}`, ...(tool.new === undefined ? [] : [`/${tool.path}/new`])]);
  return ['', ...new Set(below)].map((path) => `/dashboard/${role}${path}`);
}

/** Opens a page with an empty cache, as one of the demo people. */
function asPerson<Seen>(
  browser: Browser,
  url: string,
  { cookie }: Person,
  look: (page: Page, session: CDPSession) => Promise<Seen>,
): Promise<Seen> {
  return inFreshProfile(browser, UNTHROTTLED, async (page, session) => {
    const pairs = cookie.split('; ').map((pair) => pair.split('=', 2));
    await page.context().addCookies(pairs.map(([name = '', value = '']) => ({ name, value, url })));
    return look(page, session);
  });
}

/** Weighs a first visit of each role's overview and tools: all that a browser without a cache loads for it, in bytes. */
async function weighTools(browser: Browser, portal: RunningPortal, smoke: boolean) {
  const lock = await liveLock(portal);
  const weighed: { readonly path: string; readonly bytes: number }[] = [];
  for (const role of ROLES) {
    const person = await signIn(portal, `${role}@cytocomm.example`);
    for (const path of addressesOf(role, lock).slice(0, smoke ? SMOKE_ADDRESSES : undefined)) {
      const bytes = await asPerson(browser, portal.url, person, async (page, session) => {
        const waitUntilQuiet = await countTraffic(session);
        await page.goto(portal.url + path, { waitUntil: 'load' });
        await page.getByRole('main').getByRole('heading', { level: 2 }).first().waitFor();
        return (await waitUntilQuiet()).bytes;
      });
      weighed.push({ path, bytes });
    }
  }
  return weighed;
}

/** Returns how long a first visit of the list of users takes until a press on the head of a column has put it in another order, in ms. */
function timeFirstList(browser: Browser, { url }: RunningPortal, admin: Person): Promise<number> {
  return asPerson(browser, url, admin, (page) =>
    timeOf(async () => {
      await page.goto(url + USERS, { waitUntil: 'commit' });
      await page.locator('main [role=row][data-id]').first().waitFor();
      await page.locator('main [role=columnheader][data-field=name]').click();
      await page.waitForURL(/[?&]sort=/);
    }),
  );
}

/** Fills lists of a portal up to so many records. */
function fill({ mongoUri }: RunningPortal, count: number, ...lists: readonly string[]): Promise<string> {
  const environment = { NODE_ENV: 'test', MONGODB_URI: mongoUri };
  return runCommand('seed', ['--rows', String(count), ...lists], environment, { commands: SEED_COMMANDS });
}

const whole = (value: number) => value.toLocaleString('en-US');

/** Measures first visits of the tools, and lists among few and among many records on two portals in turn. */
export const dashboard: Part = async ({ workDir, runs, smoke, say, chromium }) => {
  const size = smoke ? SMOKE : FULL;
  await using browser = await openBrowser(chromium());
  await using few = await startPortal(join(workDir, 'portal-few'));
  say('  first visits of the tools');
  const visits = await weighTools(browser, few, smoke);
  await using many = await startPortal(join(workDir, 'portal-many'));

  const { firstList, records } = size;
  say(`  first list of ${firstList.few} and of ${firstList.many} people`);
  await fill(few, firstList.few, 'users');
  await fill(many, firstList.many, 'users');
  const admins = [await signIn(many, ADMIN), await signIn(few, ADMIN)] as const;
  const looks = [() => timeFirstList(browser, many, admins[0]), () => timeFirstList(browser, few, admins[1])];
  // One visit before that counts for nothing.
  await inTurn(looks, 1);
  const [ofMany = [], ofFew = []] = await inTurn(looks, runs);

  say(`  lists among ${records.few} and among ${records.many} records of each kind`);
  await fill(few, records.few, 'users', 'documents', 'releases', 'events');
  await fill(many, records.many, 'users', 'documents', 'releases', 'events');
  const lists = await timeLists([few, many], size.lists, say);

  const among = (count: number) => `among ${whole(count)}`;
  const firstLabel = `first list of ${whole(firstList.many)} people, interactive`;
  const firstTimes = [median(ofMany), median(ofFew)] as const;
  const bytesOf = (value: number) => `${whole(value)} bytes`;
  const rows = [
    ...lists.map(({ name, few: fewMs, many: manyMs }) => {
      const label = `${name} ${among(records.many)}, p95`;
      return compare('lists', label, milliseconds, [manyMs, fewMs], among(records.few), LIST_TARGET);
    }),
    compare('lists', firstLabel, milliseconds, firstTimes, `of ${whole(firstList.few)}`, FIRST_LIST_TARGET),
    ...visits.map(({ path, bytes }) =>
      alone('first visit', path, bytesOf, bytes, path === OVERVIEW ? OVERVIEW_TARGET : undefined),
    ),
  ];
  const figures = { chromium: browser.version(), visits, firstList: { ...firstList, ofFew, ofMany }, records, lists };
  return { rows, figures };
};
