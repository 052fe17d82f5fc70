import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addressOf, listDocuments, listPressReleases } from '@cytocomm/contract';
import { freePort } from '@cytocomm/runtime';
import { MongoClient } from 'mongodb';
import { PROGRAM_ENVIRONMENT } from '../../../services/api/src/testing/processes.ts';
import { startOwnDatabase } from '../../../tools/commands/portal/database.ts';
import { startService } from '../../../tools/commands/stack/service-process.ts';
import { openClient, signIn } from './client.ts';
import { command, TRIAL_SECRETS } from './command.ts';
import type { Acknowledged } from './crowd.ts';
import { startMailServer } from './mail-server.ts';
import type { Damage, Trial } from './trial.ts';

/** How long somebody waits for a mail while a backup is taken, in ms. */
const MAIL_MS = 60_000;

/** What a drill has found; the lists are of what is wrong. */
export interface Drilled {
  /** What people had of the backup. */
  readonly damage: Damage;
  /** How much had been acknowledged before the backup began. */
  readonly acknowledged: number;
  readonly lost: readonly string[];
  /** Documents whose content is not that of their record, or is not served. */
  readonly broken: readonly string[];
  /** What `verify-backup` and `audit` say. */
  readonly verified: string;
  readonly audited: string;
}

/**
 * Takes a backup while people work, restores it into an empty database, and starts an API on that. Returns what of all that
 * was acknowledged before the backup began is not there.
 */
export async function drillBackup(trial: Trial): Promise<Drilled> {
  await using started = new AsyncDisposableStack();
  const dir = mkdtempSync(join(tmpdir(), 'drill-'));
  started.defer(() => rmSync(dir, { recursive: true, force: true }));
  const file = join(dir, 'portal.backup');

  const { acknowledged, patience } = trial.crowd;
  let before: Pick<Acknowledged, 'uploads' | 'events' | 'releases'> = { uploads: [], events: [], releases: [] };
  trial.crowd.patience = MAIL_MS;
  const damage = await trial.suffer(async () => {
    const { uploads, events, releases } = acknowledged;
    before = { uploads: [...uploads], events: [...events], releases: [...releases] };
    await command(trial.small.stack.mongoUri, 'backup', file);
  });
  trial.crowd.patience = patience;

  const verified = await command('', 'verify-backup', file);
  const database = await startOwnDatabase(dir);
  started.defer(() => database.stop());
  await command(database.uri, 'restore', file);
  const audited = await command(database.uri, 'audit');

  // Of its own: what this portal sends is none of the trial's mails.
  const mails = await startMailServer();
  started.defer(() => mails.goAway());
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const settings = { PORT: String(port), OPERATOR_PORT: '0', PUBLIC_URL: url, SMTP_URL: mails.url };
  const environment = { ...PROGRAM_ENVIRONMENT, NODE_ENV: 'test', ...TRIAL_SECRETS, MONGODB_URI: database.uri };
  const api = startService('api', { ...environment, ...settings }, join(dir, 'api.log'));
  started.defer(() => api.stop());
  await api.ready();
  await openClient(url).ask(addressOf(listPressReleases), 200);

  const client = started.use(await MongoClient.connect(database.uri));
  const idsIn = async (name: string) =>
    new Set((await client.db().collection(name).find().toArray()).map(({ _id }) => String(_id)));
  const [events, releases] = [await idsIn('events'), await idsIn('press_releases')];
  const documents = await client.db().collection('documents').find().toArray();
  const hashes = new Map(documents.map(({ _id, sha256 }) => [String(_id), String(sha256)]));
  // Somebody who may read all documents, those of the demo as well.
  const someone = await client
    .db()
    .collection('users')
    .findOne({ roles: { $all: ['admin', 'investor', 'customer'] } });
  const signedIn = await signIn(url, String(someone?.email), mails, { longestMs: 30_000 });
  await signedIn.client.ask(addressOf(listDocuments), 200);
  const broken: string[] = [];
  for (const { _id, url: path, sha256 } of documents) {
    const content = await signedIn.client.ask(new URL(String(path), url).pathname, 200).catch(String);
    const hash = typeof content === 'string' ? content : createHash('sha256').update(content.bytes).digest('hex');
    if (hash !== sha256) broken.push(`${_id}: ${hash}`);
  }

  return {
    damage,
    acknowledged: before.uploads.length + before.events.length + before.releases.length,
    lost: [
      ...before.uploads.filter(({ id, hash }) => hashes.get(id) !== hash).map(({ title }) => title),
      ...before.events.filter(({ id }) => !events.has(id)).map(({ title }) => title),
      ...before.releases.filter(({ id }) => !releases.has(id)).map(({ title }) => title),
    ],
    ...{ broken, verified, audited },
  };
}

/** Expects that the backup disturbed no request and is complete. */
export function expectRecovered({ damage, ...drilled }: Drilled): void {
  expect(damage.troubles).toEqual([]);
  expect(drilled).toMatchObject({
    lost: [],
    broken: [],
    verified: expect.stringContaining(' is whole: '),
    audited: expect.stringContaining('The audit trail is whole'),
  });
  expect(drilled.acknowledged).toBeGreaterThan(5);
}
