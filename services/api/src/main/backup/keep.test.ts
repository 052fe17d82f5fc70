import { randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { mongo } from 'mongoose';
import { until } from '../../testing/clock.ts';
import { startTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { runCommand } from '../commands/run.ts';
import { BackupFailure } from './failure.ts';
import { keepBackupsEvery } from './keep.ts';
import { readBackupStatus } from './status.ts';

let database: TestDatabase;
let client: mongo.MongoClient;
let dir: string;
let folder: string;
let recipient: string;

const run = (...args: string[]) => runCommand('keep-backups', args, { MONGODB_URI: database.uri });
const keep = (...args: string[]) => run(folder, '--recipient', recipient, ...args);
const inFolder = () => readdirSync(folder).toSorted();
const DAY_MS = 24 * 3600 * 1000;
/** Writes the file of a backup that was taken so many days ago; returns its name. */
function writeOld(daysAgo: number): string {
  const at = new Date(Date.now() - daysAgo * DAY_MS).toISOString().replaceAll(/[:.]/g, '-');
  const name = `portal-${at}.backup`;
  writeFileSync(join(folder, name), 'old');
  return name;
}

beforeAll(async () => {
  database = await startTestDatabase();
  client = await mongo.MongoClient.connect(database.uri);
});
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'keep-'));
  folder = join(dir, 'backups');
  const key = await generateX25519Identity();
  recipient = await identityToRecipient(key);
  writeFileSync(join(dir, 'key'), key);
  await client.db().dropDatabase();
  await client.db().collection('notes').insertOne({ text: 'somebody@x.example' });
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));
afterAll(async () => {
  await client.close();
  await database.stop();
});

it('takes a backup that its recipient can open, verifies it without that key, and notes it', async () => {
  const before = Date.now();
  const output = await keep();
  const [name = '', ...others] = inFolder();
  expect([name, others]).toEqual([expect.stringMatching(/^portal-[\d-]{10}T[\d-]{12}Z\.backup$/), []]);
  const file = join(folder, name);
  expect(output).toContain(`${file} is whole: 1 collections, 1 records, 0 files`);
  expect([statSync(folder).mode & 0o777, statSync(file).mode & 0o777]).toEqual([0o700, 0o600]);
  expect(readFileSync(file, 'latin1')).toMatch(/^age-encryption\.org\/v1\n/);
  await expect(runCommand('verify-backup', [file, '--identity', join(dir, 'key')], {})).resolves.toContain('is whole');
  const last = await readBackupStatus(client.db());
  expect(last?.bytes).toBe(statSync(file).size);
  expect((last?.begunAt?.getTime() ?? 0) >= before).toBe(true);
});

it('removes what is older than the days, but three, and nothing that is not its own', async () => {
  mkdirSync(folder);
  const [ancient, older, old, recent] = [writeOld(30), writeOld(20), writeOld(16), writeOld(1)];
  for (const name of ['notes.txt', '2020-01-01.backup', `${ancient}.copy`]) writeFileSync(join(folder, name), 'mine');
  const output = await keep('--keep-days', '15');
  expect(output).toContain(`Removed, for they were too old: ${older}, ${ancient}.`);
  expect(inFolder()).toEqual(
    expect.arrayContaining([old, recent, 'notes.txt', '2020-01-01.backup', `${ancient}.copy`]),
  );
  expect(inFolder()).toHaveLength(6);
});

it('one that cannot be written or verified removes nothing, is noted nowhere, and the newest such stays beside', async () => {
  mkdirSync(folder);
  const old = [30, 20, 19, 18, 17].map(writeOld).toSorted();
  writeFileSync(join(folder, `${old[0]}.unverified`), '');
  await client.db().collection('documents').insertOne({ title: 'Lost', fileId: new mongo.ObjectId() });
  await expect(keep()).rejects.toThrow(/is undamaged .*, but incomplete:\n.* Lost in documents has no file/);
  const files = inFolder();
  expect(files.filter((name) => name.endsWith('.backup'))).toEqual(old);
  expect(files.filter((name) => !name.endsWith('.backup'))).toEqual([
    expect.stringMatching(/^portal-.*Z\.backup\.unverified$/),
  ]);
  expect(files).not.toContain(`${old[0]}.unverified`);
  // So that the alert of backups that are too old knows of it.
  expect(await readBackupStatus(client.db())).toEqual({ _id: 'last', wantedSince: expect.any(Date) });

  await client.db().dropDatabase();
  await expect(keep()).rejects.toThrow('holds no records');
  expect(inFolder()).toEqual(files);

  await client.db().collection('notes').insertOne({ text: 'again' });
  await keep();
  expect(inFolder().filter((name) => name.endsWith('.unverified'))).toEqual([]);
});

it('one that takes long is left alone by those that are kept in the same folder meanwhile', async () => {
  const large = database.sibling();
  const pieces = Array.from({ length: 4 }, () => ({ bytes: randomBytes(1_000_000) }));
  await client.db(new URL(large.uri).pathname.slice(1)).collection('pieces').insertMany(pieces);
  let isOver = false;
  const long = runCommand('keep-backups', [folder, '--recipient', recipient], { MONGODB_URI: large.uri }).finally(
    () => {
      isOver = true;
    },
  );
  const others: string[] = [];
  const meanwhile = async () => {
    // A backup is named by the millisecond in which it begins.
    await until('the long one to have started', () => existsSync(folder) && inFolder().length > 0);
    while (!isOver) others.push(await keep());
  };
  const [output] = await Promise.all([long, meanwhile()]);
  expect(output).toContain('is whole: 1 collections, 4 records');
  expect(others.length).toBeGreaterThan(0);
  expect(inFolder()).toHaveLength(others.length + 1);
});

it('a folder that cannot be made, or is not there, is told in a sentence', async () => {
  writeFileSync(folder, 'a file in its place');
  await expect(keep()).rejects.toThrow(`${folder} cannot be written: a file of this name is there already.`);
  await expect(keep()).rejects.toBeInstanceOf(BackupFailure);
  const file = join(dir, 'none', 'portal.backup');
  const toFile = runCommand('backup', [file], { MONGODB_URI: database.uri });
  await expect(toFile).rejects.toThrow(`${file}.part cannot be written: its folder is not there.`);
});

it('is refused at once without a recipient, and for invalid numbers', async () => {
  await expect(run(folder)).rejects.toThrow('--recipient says whose key opens the backups');
  await expect(run(folder, '--recipient', '')).rejects.toThrow('--recipient says whose key');
  await expect(run(folder, '--recipient', `${recipient},age1nonsense`)).rejects.toThrow('is no recipient of age');
  for (const days of ['0', '-1', 'x', '', '1e9'])
    await expect(keep('--keep-days', days)).rejects.toThrow(/--keep-days/);
  await expect(keep('--every-hours', '0')).rejects.toThrow('--every-hours is a number above 0, 168 at most');
  expect(readdirSync(dir)).toEqual(['key']);
});

it('takes one after the other; a failure is told, keeps what there is, and is made good by itself', async () => {
  const lines: { readonly event: string; readonly text: string }[] = [];
  const log = {
    info: (_: object, text: string) => void lines.push({ event: 'info', text }),
    warn: (_: object, text: string) => void lines.push({ event: 'warn', text }),
    error: (_: object, text: string) => void lines.push({ event: 'error', text }),
  };
  const place = { folder, recipients: [recipient], keepDays: 14 };
  const ending = new AbortController();
  const everyHours = 1.5 / 3600;
  const loop = keepBackupsEvery(everyHours, client.db(), place, log, ending.signal);
  const count = (event: string) => lines.filter((each) => each.event === event).length;
  await until('two backups', async () => count('info') >= 2);
  rmSync(folder, { recursive: true });
  writeFileSync(folder, 'a file in its place');
  await until('a failure', async () => count('error') >= 1);
  const before = (await readBackupStatus(client.db()))?.begunAt ?? new Date();
  rmSync(folder);
  await until('a backup again', async () => ((await readBackupStatus(client.db()))?.begunAt ?? before) > before);
  ending.abort();
  await expect(loop).rejects.toMatchObject({ name: 'AbortError' });
  expect(lines.map(({ text }) => text)).toEqual(
    expect.arrayContaining(['a backup was taken and verified', 'a backup failed; those before are kept']),
  );
});

it('a start takes none before one is due', async () => {
  await keep();
  const [first] = inFolder();
  const ending = new AbortController();
  const log = { info: jest.fn(), warn: jest.fn(), error: jest.fn() };
  const place = { folder, recipients: [recipient], keepDays: 14 };
  const loop = keepBackupsEvery(1, client.db(), place, log, ending.signal);
  // Its first look at the folder is over when a later one of this test is.
  for (let turn = 0; turn < 20; turn += 1) await readBackupStatus(client.db());
  ending.abort();
  await expect(loop).rejects.toMatchObject({ name: 'AbortError' });
  expect([inFolder(), log.info.mock.calls, log.error.mock.calls]).toEqual([[first], [], []]);
});

it('takes one when it is due though a clock that was ahead has named another, and that one stays', async () => {
  mkdirSync(folder);
  const ahead = writeOld(-365);
  const ending = new AbortController();
  const log = { info: jest.fn(), warn: jest.fn(), error: jest.fn() };
  const place = { folder, recipients: [recipient], keepDays: 14 };
  const loop = keepBackupsEvery(1, client.db(), place, log, ending.signal);
  await until('a backup', async () => log.info.mock.calls.length > 0);
  ending.abort();
  await expect(loop).rejects.toMatchObject({ name: 'AbortError' });
  expect(inFolder()).toHaveLength(2);
  expect(inFolder()).toContain(ahead);
});

it('what a backup that was killed has left goes after a day', async () => {
  mkdirSync(folder);
  const [old, fresh] = [writeOld(2), writeOld(0.5)];
  for (const name of [old, fresh]) renameSync(join(folder, name), join(folder, `${name}.part`));
  await keep();
  expect(inFolder().filter((name) => name.endsWith('.part'))).toEqual([`${fresh}.part`]);
});
