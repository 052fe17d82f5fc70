import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { runCommand } from '@cytocomm/api';
import type { EmbeddedMongo } from '@cytocomm/embedded-mongo';
import { MongoClient } from 'mongodb';
import { startOwnDatabase } from '../tools/commands/portal/database.ts';
import { bringProgram } from './testing/system-program.ts';

// What the portal encrypts, the program age opens, and the other way round: a backup is of use without the portal.

let database: EmbeddedMongo;
let dir: string;
let key: string;
let recipient: string;

function run(program: string, ...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program}: ${stderr}`);
  return stdout;
}

beforeAll(async () => {
  bringProgram('age');
  dir = mkdtempSync(join(tmpdir(), 'age-'));
  key = join(dir, 'key');
  run('age-keygen', '-o', key);
  recipient = run('age-keygen', '-y', key).trim();
  database = await startOwnDatabase(dir);
  const client = await MongoClient.connect(database.uri);
  await client.db().collection('notes').insertOne({ text: 'somebody@x.example' });
  await client.close();
}, 120_000);
afterAll(async () => {
  await database.stop();
  rmSync(dir, { recursive: true, force: true });
});

test('age opens what the portal encrypted', async () => {
  const file = join(dir, 'sealed');
  await runCommand('backup', [file, '--recipient', recipient], { MONGODB_URI: database.uri });
  run('age', '-d', '-i', key, '-o', join(dir, 'open'), file);
  const open = readFileSync(join(dir, 'open'));
  expect(zstdDecompressSync(open).includes('somebody@x.example')).toBe(true);
  await expect(runCommand('verify-backup', [join(dir, 'open')], {})).resolves.toContain('is whole: 1 collections');
});

test('the portal opens what age encrypted', async () => {
  const plain = join(dir, 'plain');
  await runCommand('backup', [plain], { MONGODB_URI: database.uri });
  run('age', '-r', recipient, '-o', join(dir, 'by-age'), plain);
  const verified = runCommand('verify-backup', [join(dir, 'by-age'), '--identity', key], {});
  await expect(verified).resolves.toContain('is whole: 1 collections, 1 records');
  writeFileSync(join(dir, 'by-age'), readFileSync(join(dir, 'by-age')).subarray(0, -1));
  await expect(runCommand('verify-backup', [join(dir, 'by-age'), '--identity', key], {})).rejects.toThrow('damaged');
});
