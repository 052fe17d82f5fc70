import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isNativeError } from 'node:util/types';
import { expectPatience, expectWhole, lasts, startTrial, type Trial } from '../testing/trial.ts';

// The disk of database, logs and edge is full for 20 s: a file system of its own in memory, which only root can mount.

const SIZE = '300m';
const FULL_MS = 20_000;

let trial: Trial;
let disk: string;
beforeAll(async () => {
  disk = mkdtempSync(join(tmpdir(), 'full-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE},mode=0700`, 'tmpfs', disk]);
  trial = await startTrial({ DATA_DIR: join(disk, 'data') });
  // A sign-in waits for a mail that nobody can put down as sent meanwhile.
  trial.crowd.patience += FULL_MS;
}, 180_000);
afterAll(async () => {
  await trial[Symbol.asyncDispose]();
  // Logs that are just being closed may hold it for a moment.
  execFileSync('umount', ['--lazy', disk]);
  rmSync(disk, { recursive: true });
}, 60_000);

function fill(file: string): void {
  const { bavail, bsize } = statfsSync(disk);
  try {
    writeFileSync(file, Buffer.alloc(bavail * bsize + bsize));
  } catch (error) {
    if (!(isNativeError(error) && 'code' in error && error.code === 'ENOSPC')) throw error;
  }
}

test('a full disk: what changes something is 503 with Retry-After, what is stored is served, and all is well within 10 s', async () => {
  const filler = join(disk, 'filler');
  const damage = await trial.suffer('full disk', async () => {
    fill(filler);
    await lasts(FULL_MS);
    rmSync(filler);
  });
  expectPatience(damage);
  expect(damage.troubles.filter(({ verdict }) => verdict !== 'unavailable')).toEqual([]);
  expect(damage.troubles.map(({ what }) => what)).toContain('upload');
  expect(damage.troubles.filter(({ what }) => ['visit', 'read', 'download', 'live'].includes(what))).toEqual([]);
}, 300_000);

test('nothing that was acknowledged is lost, and no mail is sent twice', async () => {
  expectWhole(await trial.account());
}, 120_000);
