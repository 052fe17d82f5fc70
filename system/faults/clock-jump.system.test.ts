import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expectWhole } from './testing/account.ts';
import { expectLog, expectPatience, measured, signal, startTrial, type Trial } from './testing/trial.ts';

// The clock of a process of each service jumps an hour ahead, and back: its Date does, as no program here moves the clock of one process.

const HOUR = 3600;

let trial: Trial;
beforeAll(async () => {
  trial = await startTrial({
    NODE_OPTIONS: `--import ${join(import.meta.dirname, 'testing', 'jumping-clock.ts')}`,
  });
}, 180_000);
afterAll(() => trial[Symbol.asyncDispose](), 60_000);

test.each([
  ['ahead', HOUR],
  ['back', 0],
] as const)(
  'a clock that jumps an hour %s goes unnoticed by users and alerts the operator',
  async (_direction, offset) => {
    const damage = await trial.suffer(async () => {
      for (const name of ['api-1', 'web-1']) signal(trial, name, 'SIGUSR2');
      await pause(10_000);
      await measured(trial, ['api-1', 'web-1'], 'portal_clock_offset_seconds', (value) => Math.abs(value - offset) < 5);
    });
    expect(damage.troubles).toEqual([]);
    expectPatience(damage);
    await expectLog(
      trial,
      ['api-1', 'web-1'],
      'the clock of this process and that of the database are more than two minutes apart',
    );
  },
  300_000,
);

test('nothing that was acknowledged is lost, and no mail is sent twice', async () => {
  expectWhole(await trial.account());
}, 120_000);
