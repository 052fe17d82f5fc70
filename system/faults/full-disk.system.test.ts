import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expectWhole } from './testing/account.ts';
import { mountSmallDisk, type SmallDisk } from './testing/machine.ts';
import { ALL, APIS, expectPatience, measured, startTrial, type Trial } from './testing/trial.ts';

// The disk of database, logs and edge is full for 20 s.

const FULL_MS = 20_000;

let trial: Trial;
let disk: SmallDisk;
beforeAll(async () => {
  disk = mountSmallDisk();
  trial = await startTrial({ DATA_DIR: join(disk.dir, 'data') });
  // A sign-in waits for a mail that cannot be recorded as sent meanwhile.
  trial.crowd.patience += FULL_MS;
}, 180_000);
afterAll(async () => {
  await trial[Symbol.asyncDispose]();
  disk[Symbol.dispose]();
}, 60_000);

test('a full disk: what changes something is 503 with Retry-After, what is stored is served, and all is well within 10 s', async () => {
  const damage = await trial.suffer(async () => {
    const makeRoom = disk.fill();
    await pause(FULL_MS);
    await measured(trial, APIS, 'portal_database_writable', (value) => value === 0);
    makeRoom();
  });
  expectPatience(damage, ALL);
  expect(damage.troubles.filter(({ verdict }) => verdict !== 'unavailable')).toEqual([]);
  expect(damage.troubles.map(({ what }) => what)).toContain('upload');
  expect(damage.troubles.filter(({ what }) => ['visit', 'read', 'download', 'live'].includes(what))).toEqual([]);
  // Its line may have found no room; the metric and what comes after it do.
  await measured(trial, APIS, 'portal_database_writable', (value) => value === 1);
}, 300_000);

test('nothing that was acknowledged is lost, and no mail is sent twice', async () => {
  expectWhole(await trial.account());
}, 120_000);
