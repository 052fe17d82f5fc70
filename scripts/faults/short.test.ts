import { DRILL_SECRETS, drillBackup, expectRecovered } from './testing/drill.ts';
import { expectPatience, expectWhole, kill, lasts, ready, signal, startTrial, type Trial } from './testing/trial.ts';

// The shortest of `npm run faults`: each runs for minutes there.

const STILL_MS = 5000;

let trial: Trial;
beforeAll(async () => {
  trial = await startTrial(DRILL_SECRETS);
  // A sign-in waits for a mail that nobody can send meanwhile.
  trial.crowd.patience += 2 * STILL_MS;
}, 180_000);
afterAll(() => trial[Symbol.asyncDispose](), 60_000);

test('a backup under traffic: what was acknowledged before is there after a restore, and a portal starts on it', async () => {
  expectRecovered(await drillBackup(trial));
}, 240_000);

test('a process of each service that is killed, and a database that stands still: nobody gets a wrong answer', async () => {
  expectPatience(
    await trial.suffer('kill -9 of api-1 and web-1', async () => {
      await Promise.all([kill(trial, 'api-1'), kill(trial, 'web-1')]);
    }),
  );
  await ready(trial);
  const damage = await trial.suffer('database stopped', async () => {
    signal(trial, 'database', 'SIGSTOP');
    await lasts(STILL_MS);
    signal(trial, 'database', 'SIGCONT');
  });
  expectPatience(damage);
  expect(damage.troubles.filter(({ verdict }) => verdict !== 'unavailable')).toEqual([]);
  expectWhole(await trial.account());
}, 240_000);
