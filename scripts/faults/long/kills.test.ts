import { expectPatience, expectWhole, kill, ready, startTrial, type Trial } from '../testing/trial.ts';

// Each process of the stack is killed in turn, and started again as a container engine would.

let trial: Trial;
beforeAll(async () => {
  trial = await startTrial();
}, 180_000);
afterAll(() => trial[Symbol.asyncDispose](), 60_000);

test.each(['api-1', 'web-1', 'api-2', 'web-2', 'nginx', 'database'])(
  'after kill -9 of %s nobody gets a wrong answer, and all is well within 10 s',
  async (name) => {
    const damage = await trial.suffer(`kill -9 of ${name}`, () => kill(trial, name));
    await ready(trial);
    expectPatience(damage);
    // Of a page there is always another process.
    const answers = damage.troubles.filter(({ verdict }) => verdict !== 'unmailed');
    if (name.startsWith('web')) expect(answers.filter(({ what }) => what !== 'visit')).toEqual([]);
  },
  300_000,
);

test('nothing that was acknowledged is lost, and no mail is sent twice', async () => {
  const account = await trial.account();
  expectWhole(account);
  // A mail that was being handed over by a process that is killed may have arrived: it is on record so, and not sent again.
  expect(account.mailsUncertain).toBeLessThanOrEqual(4);
}, 120_000);
