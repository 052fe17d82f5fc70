import { MongoNetworkError } from 'mongodb';
import { pino } from 'pino';
import type { TrialEnd } from './messages.ts';
import { type RunnerOptions, startTrialRunner, type TrialRunner } from './runner.ts';
import { type ReleaseName, startTrialRecords, type TrialRecords } from './testing/trial-records.ts';

type RunTrial = NonNullable<RunnerOptions['runTrial']>;

const PASSED: TrialEnd = { faults: [], visits: 1 };
const DEADLINE_MS = 60_000;

let records: TrialRecords;
let runner: TrialRunner | undefined;
let trials: number;

beforeAll(async () => {
  records = await startTrialRecords();
});
afterAll(() => records.stop());
beforeEach(async () => {
  trials = 0;
  await records.clear();
  await records.promote(await records.store('shell'), []);
});
afterEach(() => runner?.stop());

/** Starts a runner whose trials end as `runTrial` says; it is told which trial it is, from 1. */
function start(
  runTrial: (trial: number, ...given: Parameters<RunTrial>) => ReturnType<RunTrial>,
  log = pino({ level: 'silent' }),
): void {
  runner = startTrialRunner({
    ...{ mongoUri: records.uri, chromium: 'chromium', isSandboxed: true, log },
    runTrial: (...given) => {
      trials += 1;
      return runTrial(trials, ...given);
    },
  });
}

const stored = ({ remote, release }: ReleaseName) => records.releases().findOne({ remote, release });

/** Resolves to a release as soon as its gate has this outcome. */
async function waitForOutcome(name: ReleaseName, outcome: 'passed' | 'refused') {
  const until = performance.now() + DEADLINE_MS;
  for (let found = await stored(name); performance.now() < until; found = await stored(name))
    if (found?.gate.outcome === outcome) return found;
  throw new Error(`${name.remote} is not ${outcome} after ${DEADLINE_MS} ms`);
}

it('tries what waits, one after the other, and writes what was found', async () => {
  let atOnce = 0;
  let most = 0;
  start(async () => {
    most = Math.max(most, ++atOnce);
    await Promise.resolve();
    atOnce -= 1;
    return PASSED;
  });
  const names = [
    await records.store('mfe-lab', { attempts: 0 }),
    await records.store('mfe-shop', { attempts: 0 }),
    await records.store('mfe-news', { attempts: 0 }),
  ];
  for (const name of names)
    expect((await waitForOutcome(name, 'passed')).gate.checks).toMatchObject([
      { rule: 'trial-run', outcome: 'passed' },
    ]);
  expect([trials, most]).toEqual([3, 1]);
});

it('what is broken off three times is refused, and the next one is tried', async () => {
  start(async (trial) => (trial <= 3 ? { broken: 'the process ended with 1' } : PASSED));
  const first = await records.store('mfe-lab', { attempts: 0 });
  const { gate } = await waitForOutcome(first, 'refused');
  expect(gate.checks).toMatchObject([{ message: expect.stringContaining('was broken off 3 times') }]);
  await waitForOutcome(await records.store('mfe-shop', { attempts: 0 }), 'passed');
  expect(trials).toBe(4);
});

it('a database that goes away in the middle is no attempt', async () => {
  start(async (trial) => {
    if (trial === 1) throw new MongoNetworkError('the connection was closed');
    return PASSED;
  });
  const name = await records.store('mfe-lab', { attempts: 0 });
  expect(await waitForOutcome(name, 'passed')).toMatchObject({ trial: { attempts: 1 } });
  expect(trials).toBe(2);
});

it('a machine that is too busy for a trial is no attempt, and no verdict', async () => {
  start(async (trial) => (trial <= 4 ? { tooBusy: 'the portal was too busy to render /lab' } : PASSED));
  const name = await records.store('mfe-lab', { attempts: 0 });
  expect(await waitForOutcome(name, 'passed')).toMatchObject({ trial: { attempts: 1 } });
  expect(trials).toBe(5);
});

it('what it tries when it is stopped waits for another one', async () => {
  const started = Promise.withResolvers<void>();
  start((_trial, _order, _withinMs, signal) => {
    started.resolve();
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  });
  const name = await records.store('mfe-lab', { attempts: 0 });
  await started.promise;
  await runner?.stop();
  runner = undefined;
  expect(await stored(name)).toMatchObject({ gate: { outcome: 'running' }, trial: { attempts: 0, runner: null } });
  expect(await records.runners().countDocuments()).toBe(0);
  start(async () => PASSED);
  await waitForOutcome(name, 'passed');
});
