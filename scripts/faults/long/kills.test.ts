import { expectWhole } from '../testing/account.ts';
import { expectPatience, kill, ready, startTrial, type Trial } from '../testing/trial.ts';

// Each process of the stack is killed in turn, and started again as a container engine would, behind both edges.

/** The most that is not answered right: what the process had under way, of fifty people. Of pages another process has all. */
const MOST = { 'api-1': 10, 'web-1': 0, 'api-2': 10, 'web-2': 0, edge: 50, database: 25 } as const;

describe.each(['nginx', 'caddy'] as const)('behind %s', (edge) => {
  let trial: Trial;
  beforeAll(async () => {
    trial = await startTrial({}, edge);
  }, 180_000);
  afterAll(() => trial[Symbol.asyncDispose](), 60_000);

  test.each(['api-1', 'web-1', 'api-2', 'web-2', 'edge', 'database'] as const)(
    'after kill -9 of %s nobody gets a wrong answer, few wait, and all is well within 10 s',
    async (part) => {
      const name = part === 'edge' ? edge : part;
      const before = trial.small.said.length;
      const damage = await trial.suffer(`kill -9 of ${name} behind ${edge}`, () => kill(trial, name));
      await ready(trial);
      expectPatience(damage, MOST[part]);
      if (part.startsWith('web')) expect(damage.troubles).toEqual([]);
      // The operator is told.
      expect(trial.small.said.slice(before)).toEqual([
        expect.stringMatching(/ ended unexpectedly and is started again/),
      ]);
    },
    300_000,
  );

  test('nothing that was acknowledged is lost, and no mail is sent twice', async () => {
    const account = await trial.account();
    expectWhole(account);
    // A mail that was being handed over by a process that is killed may have arrived: it is on record so, and not sent again.
    expect(account.mailsUncertain).toBeLessThanOrEqual(4);
  }, 120_000);
});
