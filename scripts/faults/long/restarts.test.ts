import { expectWhole, ready, signal, startTrial, type Trial } from '../testing/trial.ts';

// What a deployment does: every process of the services ends and another takes its place, and the edge reads its file again.

let trial: Trial;
beforeAll(async () => {
  trial = await startTrial();
}, 180_000);
afterAll(() => trial[Symbol.asyncDispose](), 60_000);

test('a rolling restart of the services fails nobody', async () => {
  const { troubles } = await trial.suffer('rolling restart', async () => {
    for (const name of ['api-1', 'web-1', 'api-2', 'web-2']) {
      const ended = trial.small.stack.processes.get(name)?.ended();
      signal(trial, name, 'SIGTERM');
      await ended;
      await ready(trial);
    }
  });
  expect(troubles).toEqual([]);
}, 300_000);

test('an edge that reads its file again, five times, fails nobody', async () => {
  const { troubles } = await trial.suffer('five reloads of the edge', async () => {
    for (let turn = 0; turn < 5; turn += 1) {
      signal(trial, 'nginx', 'SIGHUP');
      await trial.goOn();
    }
  });
  expect(troubles).toEqual([]);
}, 300_000);

test('nothing that was acknowledged is lost, and no mail is sent twice', async () => {
  expectWhole(await trial.account());
}, 120_000);
