import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '@cytocomm/api';
import { startEmbeddedMongo } from '@cytocomm/embedded-mongo';
import { startMailboxProcess } from '@cytocomm/mailbox';
import { MongoClient } from 'mongodb';
import type { Browser } from 'playwright-core';
import { startPortal } from '../portal/running-portal.ts';
import { ADMIN, fill } from '../sign-in/people.ts';
import { startApi } from '../sign-in/processes.ts';
import { signInAll } from '../sign-in/signing-in.ts';
import { measureContent } from './content.ts';
import type { ListTimes, SignedInApi } from './in-turn.ts';
import { measurePeople } from './people.ts';
import { type FirstList, fillUsers, timeFirstList, type VisitBytes, weighTools } from './visits.ts';

const FEW = 1000;
const MANY = 100_000;
const SHORT_LIST = 100;
const LONG_LIST = 10_000;
/** The palette's search is limited for each person. */
const SEARCHERS = Array.from({ length: 4 }, (_, number) => `searcher-${number}@lab.example`);

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

function databaseOf(uri: string, name: string): string {
  const address = new URL(uri);
  address.pathname = `/${name}`;
  return address.href;
}

async function addSearchers(uri: string): Promise<void> {
  const client = await MongoClient.connect(uri);
  const records = SEARCHERS.map((email) => ({ email, name: 'A Searcher', roles: ['admin'], createdAt: new Date() }));
  await client.db().collection('users').insertMany(records);
  await client.close();
}

/** Measures lists on two databases of an embedded server, of few and of many records, through the API as in production. */
async function measureLists(
  kind: string,
  measure: (apis: readonly SignedInApi[]) => Promise<readonly ListTimes[]>,
  fillBefore: (uri: string, count: number) => Promise<unknown>,
  fillAfter: (uri: string, count: number) => Promise<unknown>,
  say: Say,
): Promise<readonly ListTimes[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-dashboard-'));
  await using started = new AsyncDisposableStack();
  started.defer(() => rmSync(dataDir, { recursive: true, force: true }));
  const mongo = await startEmbeddedMongo({ dataDir });
  started.defer(() => mongo.stop());
  const mailbox = await startMailboxProcess({ smtpPort: 0, httpPort: 0 });
  started.defer(() => mailbox.stop());
  const apis: SignedInApi[] = [];
  for (const [name, count] of [['few', FEW] as const, ['many', MANY] as const]) {
    const uri = databaseOf(mongo.uri, name);
    say(`  ${count} ${kind}`);
    await fillBefore(uri, count);
    await addSearchers(uri);
    // It makes the indexes.
    const api = started.use(await startApi(uri, mailbox.smtpUrl));
    await fillAfter(uri, count);
    await fetch(`${mailbox.url}/email/all`, { method: 'DELETE' });
    const { people: admins } = await signInAll(api.url, mailbox.url, [ADMIN, ...SEARCHERS], 1);
    apis.push({ url: api.url, admins });
  }
  say(`  lists and searches of ${kind}`);
  return measure(apis);
}

const nothing = () => Promise.resolve();
const fillContent = (uri: string, count: number) =>
  runCommand('seed', ['--rows', String(count), 'documents', 'releases', 'events'], {
    NODE_ENV: 'test',
    MONGODB_URI: uri,
  });

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
  const content = await measureLists(
    'documents, releases and events',
    measureContent,
    (uri) => fill(uri, 0),
    fillContent,
    say,
  );
  const people = await measureLists('people', measurePeople, fill, nothing, say);
  return { ...visited, content, people, records: { few: FEW, many: MANY } };
}
