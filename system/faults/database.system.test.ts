import { setTimeout as pause } from 'node:timers/promises';
import { expectWhole } from './testing/account.ts';
import {
  ALL,
  APIS,
  expectLog,
  expectPatience,
  kill,
  measured,
  signal,
  startTrial,
  type Trial,
} from './testing/trial.ts';

// The database is gone for 20 s: it hangs, or it is killed and started again.

const AWAY_MS = 20_000;

let trial: Trial;
beforeAll(async () => {
  trial = await startTrial();
  // A sign-in waits for a mail that cannot be sent meanwhile.
  trial.crowd.patience += AWAY_MS;
}, 180_000);
afterAll(() => trial[Symbol.asyncDispose](), 60_000);

test('a hanging database: 503 with Retry-After, and full service within 10 s', async () => {
  const damage = await trial.suffer(async () => {
    signal(trial, 'database', 'SIGSTOP');
    await pause(AWAY_MS);
    await measured(trial, APIS, 'portal_database_up', (value) => value === 0);
    signal(trial, 'database', 'SIGCONT');
  });
  expectPatience(damage, ALL);
  await expectLog(trial, APIS, 'the database is away');
  await measured(trial, APIS, 'portal_database_up', (value) => value === 1);
  expect(damage.troubles.filter(({ verdict }) => verdict !== 'unavailable')).toEqual([]);
  expect(damage.troubles.length).toBeGreaterThan(0);
}, 300_000);

test('a database that is killed and away: the same', async () => {
  const damage = await trial.suffer(async () => {
    const letGo = trial.small.stack.processes.get('database')?.hold();
    await kill(trial, 'database');
    await pause(AWAY_MS);
    await measured(trial, APIS, 'portal_database_up', (value) => value === 0);
    letGo?.();
  });
  expectPatience(damage, ALL);
  await measured(trial, APIS, 'portal_database_up', (value) => value === 1);
  expect(damage.troubles.filter(({ verdict }) => verdict !== 'unavailable')).toEqual([]);
  expect(damage.troubles.length).toBeGreaterThan(0);
}, 300_000);

test('nothing that was acknowledged is lost, and no mail is sent twice', async () => {
  expectWhole(await trial.account());
}, 120_000);
