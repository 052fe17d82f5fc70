import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '@cytocomm/api';
import { startEmbeddedMongo } from '@cytocomm/embedded-mongo';
import { startMailboxProcess } from '@cytocomm/mailbox';
import { MongoClient } from 'mongodb';
import { ADMIN, fill } from '../sign-in/people.ts';
import { startApi } from '../sign-in/processes.ts';
import { signInAll } from '../sign-in/signing-in.ts';
import { measureContent } from './content.ts';
import type { ListTimes, SignedInApi } from './in-turn.ts';
import { measurePeople } from './people.ts';

/** How many records there are of each kind, at each of the two APIs. */
export const RECORDS = { few: 1000, many: 100_000 } as const;
/** The palette's search is limited for each person. */
const SEARCHERS = Array.from({ length: 4 }, (_, number) => `searcher-${number}@lab.example`);

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
  for (const [name, count] of Object.entries(RECORDS)) {
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
  const times = await measure(apis);
  for (const { asked, few, many } of times) say(`    ${asked}: ${few.toFixed(1)} and ${many.toFixed(1)} ms`);
  return times;
}

const nothing = () => Promise.resolve();
const fillContent = (uri: string, count: number) =>
  runCommand('seed', ['--rows', String(count), 'documents', 'releases', 'events'], {
    NODE_ENV: 'test',
    MONGODB_URI: uri,
  });

/** Measures the lists and searches of people. */
export const measurePeopleLists = (say: Say) => measureLists('people', measurePeople, fill, nothing, say);

/** Measures the searches of documents, press releases and events. */
export const measureContentLists = (say: Say) =>
  measureLists('documents, releases and events', measureContent, (uri) => fill(uri, 0), fillContent, say);
