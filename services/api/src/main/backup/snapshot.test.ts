import { createWriteStream, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress } from 'node:zlib';
import { documentSchema } from '@cytocomm/contract';
import { mongo } from 'mongoose';
import { read, type TestBrowser } from '../../testing/browser.ts';
import { layCable } from '../../testing/cable.ts';
import { startTestPortal, type TestPortal } from '../../testing/portal.ts';
import { MULTIPART, multipart } from '../../testing/uploads.ts';
import { runCommand } from '../commands/run.ts';
import { collectionsOf, recordsOf } from './contents.ts';
import { encodeBackup } from './format.ts';

let directory: string;
let portal: TestPortal;
let client: mongo.MongoClient;
let admin: TestBrowser;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'snapshot-'));
  portal = await startTestPortal();
  client = await mongo.MongoClient.connect(portal.database.uri);
  admin = await portal.signedInAs('admin@x.example', 'admin');
});
afterAll(async () => {
  await client.close();
  await portal.stop();
  rmSync(directory, { recursive: true, force: true });
});

async function upload(title: string): Promise<string> {
  const body = multipart([
    { name: 'title', value: title },
    { name: 'visibility', value: 'public' },
    {
      name: 'file',
      value: Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(600_000, title)]),
      fileName: 'a.pdf',
    },
  ]);
  const answer = await admin.authorised('POST', '/api/admin/documents', {
    headers: { 'Content-Type': MULTIPART },
    body,
  });
  return read(answer, documentSchema, 201).id;
}

/** Somebody works: a document goes into the bin, another comes, and so does a person. */
async function work(id: string, name: string): Promise<void> {
  expect((await admin.authorised('DELETE', `/api/admin/documents/${id}`)).status).toBe(204);
  await upload(`came before ${name}`);
  const body = { email: `${name.replaceAll('_', '-')}@x.example`, roles: ['investor'] };
  expect((await admin.authorised('POST', '/api/admin/users', { body })).status).toBe(201);
}

it('a backup that is taken while people work holds one moment: each file, and a whole trail', async () => {
  const ids = new Map<string, string>();
  const places = ['audit', 'bin', 'documents', 'fs.files', 'users'];
  for (const name of places) ids.set(name, await upload(`before ${name}`));
  const db = client.db();
  const titlesIn = async (from: mongo.Db) => (await from.collection('documents').distinct('title')).toSorted();
  const before = await titlesIn(db);
  const collections = await collectionsOf(db);
  await using session = client.startSession({ snapshot: true });
  const worked: string[] = [];
  async function* records(name: string) {
    yield* recordsOf(db, name, session);
    const id = ids.get(name);
    if (id === undefined) return;
    await work(id, name);
    worked.push(name);
  }
  const file = join(directory, 'busy.backup');
  const head = { portal: '1.0.0', database: db.databaseName, createdAt: new Date(), collections };
  await pipeline(encodeBackup(head, records), createZstdCompress(), createWriteStream(file));
  expect(worked).toEqual(places);
  await expect(runCommand('verify-backup', [file], {})).resolves.toMatch(/is whole: .*, 5 files/);

  const target = portal.database.sibling();
  await runCommand('restore', [file], { MONGODB_URI: target.uri });
  const restored = client.db(new URL(target.uri).pathname.slice(1));
  expect(await titlesIn(restored)).toEqual(before);
  expect(await restored.collection('bin').countDocuments()).toBe(0);
  expect(await restored.collection('users').distinct('email')).toEqual(['admin@x.example']);
  await expect(
    runCommand('audit', [], { MONGODB_URI: target.uri, NODE_ENV: 'test', LOG_LEVEL: 'silent' }),
  ).resolves.toContain('The audit trail is whole');
});

it('a backup that the database keeps no snapshot for so long says what to use instead, and leaves no file', async () => {
  const cable = await layCable(portal.database.uri);
  cable.onCommand = ({ name, collection }) =>
    name === 'find' && collection === 'users' ? 'snapshot-too-old' : undefined;
  const backup = runCommand('backup', [join(directory, 'late.backup')], { MONGODB_URI: cable.uri });
  await expect(backup).rejects.toThrow(/minSnapshotHistoryWindowInSeconds.* use "mongodump --oplog" instead\.$/);
  cable.cut();
  expect(readdirSync(directory).filter((name) => name.startsWith('late'))).toEqual([]);
});
