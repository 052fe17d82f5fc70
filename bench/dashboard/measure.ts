import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { startPortal } from '../portal/running-portal.ts';
import type { ListTimes } from './in-turn.ts';
import { measureContentLists, measurePeopleLists, RECORDS } from './lists.ts';
import { type FirstList, fillUsers, timeFirstList, type VisitBytes, weighTools } from './visits.ts';

const SHORT_LIST = 100;
const LONG_LIST = 10_000;
/** What was measured of the dashboard. */
export interface DashboardFigures {
  /** Lists and searches of people. */
  readonly people: readonly ListTimes[];
  /** Searches of documents, press releases and events. */
  readonly content: readonly ListTimes[];
  /** How many records those were among. */
  readonly records: { readonly few: number; readonly many: number };
  readonly firstList: FirstList;
  readonly visits: readonly VisitBytes[];
}

type Say = (line: string) => void;

/** Measures visits in a browser, of portals as `npm start` starts them. */
async function measureVisits(browser: Browser, workDir: string, runs: number, say: Say) {
  await using few = await startPortal(join(workDir, 'portal-few'));
  say('  first visits of the tools');
  const visits = await weighTools(browser, few);
  await using many = await startPortal(join(workDir, 'portal-many'));
  await fillUsers(few, SHORT_LIST);
  await fillUsers(many, LONG_LIST);
  say(`  first list of ${LONG_LIST} and of ${SHORT_LIST} people`);
  const people = { few: SHORT_LIST, many: LONG_LIST };
  return { visits, firstList: await timeFirstList(browser, [few, many], people, runs) };
}

/** Measures the lists of the dashboard among few and among many records, and the first visits of its tools. */
export async function measureDashboard(
  browser: Browser,
  workDir: string,
  runs: number,
  say: Say,
): Promise<DashboardFigures> {
  const visited = await measureVisits(browser, workDir, runs, say);
  const content = await measureContentLists(say);
  const people = await measurePeopleLists(say);
  return { ...visited, content, people, records: RECORDS };
}
