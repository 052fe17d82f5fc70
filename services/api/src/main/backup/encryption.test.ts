import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { mongo } from 'mongoose';
import { startTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { runCommand } from '../commands/run.ts';

let database: TestDatabase;
let client: mongo.MongoClient;
let dir: string;
let recipients: readonly string[];
const at = (name: string) => join(dir, name);

/** Writes a key as age-keygen does. */
async function writeKey(name: string): Promise<string> {
  const key = await generateX25519Identity();
  const recipient = await identityToRecipient(key);
  writeFileSync(at(name), `# created: 2027-01-01\n# public key: ${recipient}\n${key}\n`);
  return recipient;
}

const privateKeyOf = (name: string) => readFileSync(at(name), 'utf8').trim().split('\n').at(-1) ?? '';
const run = (name: string, ...args: string[]) => runCommand(name, args, { MONGODB_URI: database.uri });

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'encryption-'));
  database = await startTestDatabase();
  client = await mongo.MongoClient.connect(database.uri);
  const notes = Array.from({ length: 4000 }, (_, _id) => ({ _id, text: `somebody@x.example ${Math.random()}` }));
  await client.db().collection<{ _id: number }>('notes').insertMany(notes);
  recipients = [await writeKey('key'), await writeKey('second')];
  await writeKey('foreign');
  const named = recipients.flatMap((recipient) => ['--recipient', recipient]);
  expect(await run('backup', at('sealed'), ...named)).toMatch(/4000 records, 0 files .*\nEncrypted\./);
  await run('backup', at('plain'));
});
afterAll(async () => {
  await client.close();
  await database.stop();
  rmSync(dir, { recursive: true, force: true });
});

it('nothing of it can be read without a key, and it is its owner’s alone', async () => {
  const bytes = readFileSync(at('sealed'));
  expect(bytes.toString('latin1')).toMatch(/^age-encryption\.org\/v1\n/);
  expect(statSync(at('sealed')).mode & 0o077).toBe(0);
  await expect(run('verify-backup', at('sealed'))).rejects.toThrow('is encrypted: name the file of its key');
  const restored = runCommand('restore', [at('sealed')], { MONGODB_URI: database.sibling().uri });
  await expect(restored).rejects.toThrow('is encrypted: name the file of its key');
});

it.each(['key', 'second'])('is verified and restored with the %s', async (key) => {
  await expect(run('verify-backup', at('sealed'), '--identity', at(key))).resolves.toContain('is whole: 1 collections');
  const target = database.sibling();
  const environment = { MONGODB_URI: target.uri };
  await expect(runCommand('restore', [at('sealed'), '--identity', at(key)], environment)).resolves.toContain(
    'Restored 1 collections, 4000 records',
  );
  const other = await mongo.MongoClient.connect(target.uri);
  const texts = (db: mongo.Db) => db.collection('notes').find().sort({ _id: 1 }).toArray();
  expect(await texts(other.db())).toEqual(await texts(client.db()));
  await other.close();
});

it('a file that is not encrypted is read all the same when a key is named', async () => {
  await expect(run('verify-backup', at('plain'), '--identity', at('key'))).resolves.toContain('is whole');
});

describe('is refused before a database is touched', () => {
  const restored = (file: string, key = at('key')) =>
    runCommand('restore', [file, '--identity', key], { MONGODB_URI: database.sibling().uri });

  it('with another key', async () => {
    await expect(restored(at('sealed'), at('foreign'))).rejects.toThrow('encrypted for another key than that of');
  });

  it('with a key file that is none, whose text is not told', async () => {
    for (const text of ['', '# nothing\n', 'AGE-SECRET-KEY-1WRONG', recipients[0] ?? '']) {
      writeFileSync(at('no-key'), text);
      const error: unknown = await restored(at('sealed'), at('no-key')).catch((reason: unknown) => reason);
      expect(error).toMatchObject({ name: 'BackupFailure', message: expect.stringContaining('is no file of keys') });
      expect(String(error)).not.toContain('WRONG');
    }
    await expect(restored(at('sealed'), at('nothing'))).rejects.toThrow(/nothing cannot be read/);
  });

  it.each([30, 200, 0.3, 0.6, -64 * 1024, -1])('cut off at %d', async (where) => {
    const bytes = readFileSync(at('sealed'));
    const end = where < 0 ? bytes.length + where : where < 1 ? bytes.length * where : where;
    writeFileSync(at('cut'), bytes.subarray(0, end));
    await expect(restored(at('cut'))).rejects.toMatchObject({
      name: 'BackupFailure',
      message: expect.stringContaining('damaged'),
    });
  });

  it.each([40, 0.3, 0.6, -1])('with one bit flipped at %d', async (where) => {
    const bytes = readFileSync(at('sealed'));
    const position = Math.floor(where < 0 ? bytes.length + where : where < 1 ? bytes.length * where : where);
    bytes[position] = bytes.readUInt8(position) ^ 1;
    writeFileSync(at('flipped'), bytes);
    await expect(restored(at('flipped'))).rejects.toMatchObject({ name: 'BackupFailure' });
  });

  it('with something behind its end, or two parts exchanged', async () => {
    const bytes = readFileSync(at('sealed'));
    writeFileSync(at('longer'), Buffer.concat([bytes, Buffer.from('more')]));
    await expect(restored(at('longer'))).rejects.toThrow('damaged');
    const half = Math.floor(bytes.length / 2);
    writeFileSync(
      at('turned'),
      Buffer.concat([bytes.subarray(0, 400), bytes.subarray(half), bytes.subarray(400, half)]),
    );
    await expect(restored(at('turned'))).rejects.toThrow('damaged');
  });

  it('with a head of one endless line', async () => {
    writeFileSync(at('line'), Buffer.concat([Buffer.from('age-encryption.org/v1\n'), Buffer.alloc(20_000_000, 'x')]));
    await expect(restored(at('line'))).rejects.toThrow('damaged: its head has no end');
  });
});

it('does not tell the private key of somebody who names it in the place of the recipient', async () => {
  const error: unknown = await run('backup', at('never'), '--recipient', privateKeyOf('key')).catch(
    (reason: unknown) => reason,
  );
  expect(error).toMatchObject({ name: 'BackupFailure', message: expect.stringContaining('is no recipient of age') });
  expect(inspect(error)).not.toContain(privateKeyOf('key').slice(0, 20));
});

it('takes no backup for a recipient that is none', async () => {
  for (const recipient of ['age1nonsense', 'somebody', ''])
    await expect(run('backup', at('never'), '--recipient', recipient)).rejects.toThrow('is no recipient of age');
  expect(readdirSync(dir).filter((name) => name.startsWith('never'))).toEqual([]);
});
