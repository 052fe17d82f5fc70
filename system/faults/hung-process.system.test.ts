import { setTimeout as pause } from 'node:timers/promises';
import { expectWhole } from './testing/account.ts';
import { expectPatience, ready, signal, startTrial, type Trial } from './testing/trial.ts';

// A process of each service hangs for half a minute: the system accepts connections for it, and no answer comes.

const HUNG_MS = 30_000;
/** One change of each of the 14 people who change something, and the one that an edge tries it with every 3 s. */
const MAX_TROUBLES = 14 + HUNG_MS / 3000;
/** Who asks for metrics waits no longer, in ms. */
const SILENCE_MS = 2500;
const CHANGES = ['upload', 'publish', 'change', 'delete', 'sign-in'];

async function expectSilence(url: string): Promise<void> {
  await expect(fetch(url, { signal: AbortSignal.timeout(SILENCE_MS) })).rejects.toThrow(/timeout/);
}

describe.each(['nginx', 'caddy'] as const)('behind %s', (edge) => {
  let trial: Trial;
  beforeAll(async () => {
    trial = await startTrial({}, edge);
  }, 180_000);
  afterAll(() => trial[Symbol.asyncDispose](), 60_000);

  test('hanging processes make a few changes retry, and lose no answer', async () => {
    const damage = await trial.suffer(async () => {
      for (const name of ['api-1', 'web-1']) signal(trial, name, 'SIGSTOP');
      // Their metrics do not answer: that is how the operator is told.
      for (const name of ['api-1', 'web-1']) await expectSilence(`${trial.small.stack.operatorUrls.get(name)}/metrics`);
      await pause(HUNG_MS - 2 * SILENCE_MS);
      for (const name of ['api-1', 'web-1']) signal(trial, name, 'SIGCONT');
    });
    await ready(trial);
    expectPatience(damage, MAX_TROUBLES);
    expect(damage.troubles.filter(({ what }) => !CHANGES.includes(what))).toEqual([]);
  }, 300_000);

  test('nothing that was acknowledged is lost, and no mail is sent twice', async () => {
    expectWhole(await trial.account());
  }, 120_000);
});
