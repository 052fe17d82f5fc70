import { join } from 'node:path';
import { expectWhole } from '../testing/account.ts';
import { APIS, expectPatience, lasts, measured, signal, startTrial, type Trial, told } from '../testing/trial.ts';

// The clock of the database, by which all processes go, jumps an hour ahead, and back.

const HOUR = 3600;
/** How many people sign in at once. */
const WAITING = 6;

let trial: Trial;
beforeAll(async () => {
  // The embedded database has the environment of who starts it.
  process.env.NODE_OPTIONS = `--import ${join(import.meta.dirname, '..', 'testing', 'jumping-clock.ts')}`;
  try {
    trial = await startTrial();
  } finally {
    delete process.env.NODE_OPTIONS;
  }
}, 180_000);
afterAll(() => trial[Symbol.asyncDispose](), 60_000);

test.each([
  ['ahead', -HOUR],
  ['back', 0],
] as const)(
  'a clock of the database that jumps an hour %s',
  async (direction, offset) => {
    const damage = await trial.suffer(`the clock of the database jumps an hour ${direction}`, async () => {
      // So that mails wait when it does.
      if (direction === 'ahead') await trial.mails.goAway();
      await lasts(2000);
      signal(trial, 'database', 'SIGUSR2');
      await lasts(8000);
      if (direction === 'ahead') await trial.mails.comeBack();
      await measured(trial, APIS, 'portal_clock_offset_seconds', (value) => Math.abs(value - offset) < 5);
    });
    // ID tokens end at another time: each is asked for anew, which nobody notices. A sign-in mail of which the database thinks
    // that it has waited for an hour is given up.
    expectPatience(damage);
    expect(damage.troubles.length).toBeLessThanOrEqual(direction === 'ahead' ? WAITING : 0);
    await told(trial, APIS, 'the clock of this process and that of the database are more than two minutes apart');
  },
  300_000,
);

test('nothing that was acknowledged is lost but mails that were given up, which are on record so, and no mail is sent twice', async () => {
  const account = await trial.account();
  const given = { to: { $in: [...account.mailsLost] }, status: 'failed' };
  const rows = await trial.records.collection('outbox').find(given).toArray();
  process.stderr.write(`  ${rows.length} mails given up: ${rows.map(({ lastError }) => lastError).join('; ')}\n`);
  expect(rows.map(({ to }) => String(to)).sort()).toEqual([...account.mailsLost].sort());
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.length).toBeLessThanOrEqual(WAITING);
  expectWhole({ ...account, mailsLost: [] });
}, 120_000);
