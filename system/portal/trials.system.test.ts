import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTrialRunnerProcess } from '@cytocomm/trials';
import { PROGRAM_ENVIRONMENT } from '../../services/api/src/testing/processes.ts';
import { MAX_RESTARTS } from '../../tools/commands/portal/kept-running.ts';
import { startTrials } from '../../tools/commands/portal/trials.ts';

// No browser is started before there is a release: any program will do, and a database that is away.
const settings = {
  ...PROGRAM_ENVIRONMENT,
  NODE_ENV: 'test',
  LOG_LEVEL: 'silent',
  CHROMIUM_PATH: process.execPath,
  MONGODB_URI: 'mongodb://127.0.0.1:9/portal',
};

let said: string[];
let made: ReturnType<typeof startTrialRunnerProcess>[];
const say = (line: string) => void said.push(line);
const start: typeof startTrialRunnerProcess = (given) => {
  const child = startTrialRunnerProcess(given);
  made.push(child);
  return child;
};
beforeEach(() => {
  [said, made] = [[], []];
});

async function until(what: () => boolean): Promise<void> {
  while (!what()) await new Promise((resolve) => setTimeout(resolve, 10));
}

test('a trial runner that is killed is started again, and ends with the portal', async () => {
  const kept = await startTrials(settings, say, start);
  process.kill(made[0]?.pid ?? 0, 'SIGKILL');
  await until(() => made.length === 2);
  expect(said).toEqual(['The trial runner ended unexpectedly and is started again.']);
  await kept?.stop();
  await made[1]?.ended;
  expect(made).toHaveLength(2);
});

test('one that ends again and again stays away, and the portal says that nothing is tried', async () => {
  const kept = await startTrials(settings, say, () => ({
    pid: undefined,
    ended: Promise.resolve(),
    stop: () => Promise.resolve(),
  }));
  await kept?.givenUp;
  await until(() => said.length === MAX_RESTARTS + 1);
  expect(said.at(-1)).toBe(
    `The trial runner ended ${MAX_RESTARTS + 1} times within a minute; it is not started again. Published releases are not tried in a browser.`,
  );
  await kept?.stop();
});

test('CHROMIUM_PATH that names no program is said, and nothing is started', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'trials-test-'));
  const file = join(dir, 'chromium');
  writeFileSync(file, '');
  for (const path of [join(dir, 'none'), file, dir]) {
    expect(await startTrials({ ...settings, CHROMIUM_PATH: path }, say, start)).toBeUndefined();
    expect(said.at(-1)).toBe(
      `  CHROMIUM_PATH names ${path}, which is no program that can be started here. Published releases are not tried in a browser.`,
    );
  }
  expect(made).toEqual([]);
  rmSync(dir, { recursive: true });
});

test('a trial runner that runs alone names it with its other settings', () => {
  const { stderr, status } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, '..', '..', 'services', 'trials', 'src', 'main.ts')],
    {
      env: { ...settings, CHROMIUM_PATH: '/nowhere/chromium' },
      encoding: 'utf8',
    },
  );
  expect([status, stderr.trim()]).toEqual([
    1,
    'services/trials cannot start. CHROMIUM_PATH: /nowhere/chromium is no program that can be started here.',
  ]);
});
