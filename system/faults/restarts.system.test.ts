import { readFileSync } from 'node:fs';
import { until } from '../../services/api/src/testing/clock.ts';
import { expectWhole } from './testing/account.ts';
import { expectPatience, linesOf, ready, signal, startTrial, type Trial } from './testing/trial.ts';

// What a deployment does: every process of the services ends and another takes its place, and the edge reads its file again.

const SERVICES = ['api-1', 'web-1', 'api-2', 'web-2'];
const RELOADS = 5;

describe.each(['nginx', 'caddy'] as const)('behind %s', (edge) => {
  let trial: Trial;
  beforeAll(async () => {
    // That a process ends, and has ended, are lines of this level.
    trial = await startTrial({ LOG_LEVEL: 'info' }, edge);
  }, 180_000);
  afterAll(() => trial[Symbol.asyncDispose](), 60_000);

  test('a rolling restart of the services fails no request', async () => {
    const damage = await trial.suffer(async () => {
      for (const name of SERVICES) {
        const ended = trial.small.stack.processes.get(name)?.ended();
        signal(trial, name, 'SIGTERM');
        await ended;
        await ready(trial);
      }
    });
    expect(damage.troubles).toEqual([]);
    expectPatience(damage);
    for (const name of SERVICES) {
      const logLines = linesOf(trial, name).map(({ msg }) => msg);
      expect([name, logLines]).toEqual([
        name,
        expect.arrayContaining(['the process ends what is under way', 'stopped']),
      ]);
    }
  }, 300_000);

  if (edge === 'nginx')
    test('an edge that reads its file again five times fails no request', async () => {
      const [nginx] = trial.small.stack.edges;
      const reloads = () => readFileSync(nginx?.errorFile ?? '', 'utf8').split('reconfiguring').length - 1;
      const { troubles } = await trial.suffer(async () => {
        for (let turn = 1; turn <= RELOADS; turn += 1) {
          signal(trial, 'nginx', 'SIGHUP');
          await until('nginx to say that it reads its file', () => reloads() >= turn);
          await trial.goOn();
        }
      });
      expect(troubles).toEqual([]);
    }, 300_000);

  test('nothing that was acknowledged is lost, and no mail is sent twice', async () => {
    expectWhole(await trial.account());
  }, 120_000);
});
