import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addressOf, listDocuments } from '@cytocomm/contract';
import { freePort } from '@cytocomm/runtime';
import { MongoClient } from 'mongodb';
import { PROGRAM_ENVIRONMENT } from '../../services/api/src/testing/processes.ts';
import { startOwnDatabase } from '../../tools/commands/portal/database.ts';
import { startService } from '../../tools/commands/stack/service-process.ts';
import { signIn } from './testing/client.ts';
import { command, TRIAL_SECRETS } from './testing/command.ts';
import { type MailServer, startMailServer } from './testing/mail-server.ts';
import { startTrial, type Trial } from './testing/trial.ts';

// A backup of a fifth of a gigabyte while people work, and the way back from it.

const FILES = 40;
const AT_ONCE = 4;
const FILE_BYTES = 5_000_000;
/** How long somebody waits for a mail while a backup is taken, in ms. */
const MAIL_MS = 60_000;

const started = new AsyncDisposableStack();
const dir = mkdtempSync(join(tmpdir(), 'drill-'));
let trial: Trial;
beforeAll(async () => {
  started.defer(() => rmSync(dir, { recursive: true, force: true }));
  trial = started.use(await startTrial());
  trial.crowd.patience = MAIL_MS;
}, 180_000);
afterAll(() => started.disposeAsync(), 60_000);

/** Starts an API on a database, for as long as the tests run. Returns its address. */
async function startApi(mongoUri: string, mails: MailServer): Promise<string> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const settings = { PORT: String(port), OPERATOR_PORT: '0', PUBLIC_URL: url, SMTP_URL: mails.url };
  const environment = { ...PROGRAM_ENVIRONMENT, NODE_ENV: 'test', ...TRIAL_SECRETS, MONGODB_URI: mongoUri };
  const api = startService('api', { ...environment, ...settings }, join(dir, 'api.log'));
  started.defer(() => api.stop());
  await api.ready();
  return url;
}

test('what was acknowledged before a backup began is there after its restore, and a portal starts on it', async () => {
  for (let count = 0; count < FILES; count += AT_ONCE)
    await Promise.all(Array.from({ length: AT_ONCE }, () => trial.crowd.uploadLarge(FILE_BYTES)));
  const file = join(dir, 'portal.backup');
  let [uploadsBefore, othersBefore] = [new Map<string, string>(), [] as string[]];
  const { troubles } = await trial.suffer(async () => {
    const { uploads, events, releases } = trial.crowd.acknowledged;
    uploadsBefore = new Map(uploads.map(({ id, hash }) => [id, hash]));
    othersBefore = [...events, ...releases].map(({ id }) => id);
    await command(trial.small.stack.mongoUri, 'backup', file);
  });
  expect(troubles).toEqual([]);
  expect(uploadsBefore.size + othersBefore.length).toBeGreaterThan(5);

  expect(await command('', 'verify-backup', file)).toContain(' is whole: ');
  const database = await startOwnDatabase(dir);
  started.defer(() => database.stop());
  await command(database.uri, 'restore', file);
  expect(await command(database.uri, 'audit')).toContain('The audit trail is whole');

  // Of its own: what this portal sends is none of the trial's mails.
  const mails = await startMailServer();
  started.defer(() => mails.goAway());
  const url = await startApi(database.uri, mails);
  const records = started.use(await MongoClient.connect(database.uri)).db();
  const recordsOf = (name: string) => records.collection(name).find().toArray();
  const [documents, ...others] = await Promise.all(['documents', 'events', 'press_releases'].map(recordsOf));
  const ids = others.flat().map(({ _id }) => String(_id));
  expect(ids).toEqual(expect.arrayContaining(othersBefore));
  const hashes = new Map(documents?.map(({ _id, sha256 }) => [String(_id), String(sha256)]));
  expect([...uploadsBefore].filter(([id, hash]) => hashes.get(id) !== hash)).toEqual([]);

  // Somebody who may read all documents, those of the demo as well.
  const someone = await records.collection('users').findOne({ roles: { $all: ['admin', 'investor', 'customer'] } });
  const { client } = await signIn(url, String(someone?.email), mails, { longestMs: 30_000 });
  await client.ask(addressOf(listDocuments), 200);
  for (const { _id, url: address, sha256 } of documents ?? []) {
    const { bytes } = await client.ask(new URL(String(address), url).pathname, 200);
    expect([String(_id), createHash('sha256').update(bytes).digest('hex')]).toEqual([String(_id), sha256]);
  }
}, 1_200_000);
