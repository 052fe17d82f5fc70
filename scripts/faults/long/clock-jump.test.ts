import { join } from 'node:path';
import { expectPatience, expectWhole, lasts, signal, startTrial, type Trial } from '../testing/trial.ts';

// The clock of a process of each service jumps an hour ahead, and back: its Date does, as no program here moves the clock of one process.

let trial: Trial;
beforeAll(async () => {
  trial = await startTrial({
    NODE_OPTIONS: `--import ${join(import.meta.dirname, '..', 'testing', 'jumping-clock.ts')}`,
  });
}, 180_000);
afterAll(() => trial[Symbol.asyncDispose](), 60_000);

test.each([
  ['ahead', 'SIGUSR2'],
  ['back', 'SIGUSR2'],
] as const)(
  'a clock that jumps an hour %s: nobody gets a wrong answer',
  async (direction, how) => {
    const damage = await trial.suffer(`a clock of two jumps an hour ${direction}`, async () => {
      for (const name of ['api-1', 'web-1']) signal(trial, name, how);
      await lasts(10_000);
    });
    expectPatience(damage);
  },
  300_000,
);

test('nothing that was acknowledged is lost, and no mail is sent twice', async () => {
  expectWhole(await trial.account());
}, 120_000);
