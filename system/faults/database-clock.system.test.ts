import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expectWhole } from './testing/account.ts';
import { APIS, expectLog, expectPatience, measured, signal, startTrial, type Trial } from './testing/trial.ts';

// The clock of the database, by which all processes go, jumps an hour ahead, and back.

const HOUR = 3600;

let trial: Trial;
beforeAll(async () => {
  // The embedded database has the environment of who starts it.
  process.env.NODE_OPTIONS = `--import ${join(import.meta.dirname, 'testing', 'jumping-clock.ts')}`;
  try {
    trial = await startTrial();
  } finally {
    delete process.env.NODE_OPTIONS;
  }
  // A mail that was tried twice while its server was away is tried again after 30 s.
  trial.crowd.patience += 30_000;
}, 180_000);
afterAll(() => trial[Symbol.asyncDispose](), 60_000);

test.each([
  ['ahead', -HOUR],
  ['back', 0],
] as const)(
  'a clock of the database that jumps an hour %s',
  async (direction, offset) => {
    const damage = await trial.suffer(async () => {
      // So that mails wait when it does.
      if (direction === 'ahead') await trial.mails.goAway();
      await pause(2000);
      signal(trial, 'database', 'SIGUSR2');
      await pause(8000);
      if (direction === 'ahead') await trial.mails.comeBack();
      await measured(trial, APIS, 'portal_clock_offset_seconds', (value) => Math.abs(value - offset) < 5);
    });
    // ID tokens end at another time: each is requested anew, unnoticed. Mails that wait have not waited for an hour.
    expectPatience(damage);
    expect(damage.troubles).toEqual([]);
    await expectLog(trial, APIS, 'the clock of this process and that of the database are more than two minutes apart');
  },
  300_000,
);

test('nothing that was acknowledged is lost, no mail is given up, and none is sent twice', async () => {
  // What a mail server that is killed was just being handed may have arrived.
  expectWhole(await trial.account(), 4);
}, 120_000);
