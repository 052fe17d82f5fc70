import { expectWhole } from './testing/account.ts';
import {
  APIS,
  expectLog,
  expectPatience,
  kill,
  measured,
  ready,
  startedAt,
  startTrial,
  type Trial,
} from './testing/trial.ts';

// Each process of the stack is killed in turn, and started again as a container engine would, behind both edges.

/** The most that is not answered right: what the process had under way, or each of fifty people once. Of pages another process has all. */
const MAX_TROUBLES = { 'api-1': 10, 'web-1': 0, 'api-2': 10, 'web-2': 0, edge: 50, database: 50 } as const;

const READS = ['visit', 'read', 'download'];

describe.each(['nginx', 'caddy'] as const)('behind %s', (edge) => {
  let trial: Trial;
  beforeAll(async () => {
    trial = await startTrial({}, edge);
    trial.crowd.patience += 30_000;
  }, 180_000);
  afterAll(() => trial[Symbol.asyncDispose](), 60_000);

  test.each(['api-1', 'web-1', 'api-2', 'web-2', 'edge', 'database'] as const)(
    'after kill -9 of %s no answer is wrong, few wait, and full service is back within 10 s',
    async (part) => {
      const name = part === 'edge' ? edge : part;
      const before = trial.small.lines.length;
      const isService = trial.small.stack.operatorUrls.has(name);
      const started = isService && (await startedAt(trial, name));
      const damage = await trial.suffer(() => kill(trial, name));
      await ready(trial);
      expectPatience(damage, MAX_TROUBLES[part]);
      if (part.startsWith('web')) expect(damage.troubles).toEqual([]);
      // What only reads is asked again of the other process.
      if (isService) expect(damage.troubles.filter(({ what }) => READS.includes(what))).toEqual([]);
      // The operator is told.
      expect(trial.small.lines.slice(before)).toEqual([
        expect.stringMatching(/ ended unexpectedly and is started again/),
      ]);
      // By a metric, too; neither nginx nor MongoDB has one of its own.
      if (started !== false) expect(await startedAt(trial, name)).toBeGreaterThan(started);
    },
    300_000,
  );

  test('after kill -9 of the mail server its mails wait, and users do not notice', async () => {
    const { troubles } = await trial.suffer(async () => {
      await trial.mails.goAway();
      await measured(trial, APIS, 'portal_mail_server_up', (value) => value === 0);
      await trial.mails.comeBack();
    });
    expect(troubles).toEqual([]);
    await expectLog(trial, APIS, 'a mail was not sent');
    await measured(trial, APIS, 'portal_mail_server_up', (value) => value === 1);
  }, 300_000);

  test('nothing that was acknowledged is lost, and no mail is sent twice', async () => {
    // A mail that was being handed over by or to a process that is killed may have arrived: it is on record so, and not sent again.
    expectWhole(await trial.account(), 8);
  }, 120_000);
});
