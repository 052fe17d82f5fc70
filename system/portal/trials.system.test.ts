import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTrialRunnerProcess } from '@cytocomm/trials';
import { PROGRAM_ENVIRONMENT } from '../../services/api/src/testing/processes.ts';
import { MAX_RESTARTS, startTrials } from '../../tools/commands/portal/child-processes.ts';

// No browser is started before there is a release: any program will do, and a database that is away.
const settings = {
  ...PROGRAM_ENVIRONMENT,
  NODE_ENV: 'test',
  LOG_LEVEL: 'silent',
  CHROMIUM_PATH: process.execPath,
  MONGODB_URI: 'mongodb://127.0.0.1:9/portal',
};

let lines: string[];
let processes: ReturnType<typeof startTrialRunnerProcess>[];
const say = (line: string) => void lines.push(line);
const start: typeof startTrialRunnerProcess = (given) => {
  const child = startTrialRunnerProcess(given);
  processes.push(child);
  return child;
};
beforeEach(() => {
  [lines, processes] = [[], []];
});

async function until(what: () => boolean): Promise<void> {
  while (!what()) await new Promise((resolve) => setTimeout(resolve, 10));
}

test('a trial runner that is killed is started again, and ends with the portal', async () => {
  const runner = await startTrials(settings, say, start);
  process.kill(processes[0]?.pid ?? 0, 'SIGKILL');
  await until(() => processes.length === 2);
  expect(lines).toEqual(['The trial runner ended unexpectedly and is started again.']);
  await runner?.stop();
  await processes[1]?.ended;
  expect(processes).toHaveLength(2);
});

test('one that ends again and again stays away, and the portal says that nothing is tried', async () => {
  const runner = await startTrials(settings, say, () => ({
    pid: undefined,
    ended: Promise.resolve(),
    stop: () => Promise.resolve(),
  }));
  await runner?.givenUp;
  await until(() => lines.length === MAX_RESTARTS + 1);
  expect(lines.at(-1)).toBe(
    `The trial runner ended ${MAX_RESTARTS + 1} times within a minute; it is not started again. Published releases are not tried in a browser.`,
  );
  await runner?.stop();
});

test('CHROMIUM_PATH that names no program is said, and nothing is started', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'trials-test-'));
  const file = join(dir, 'chromium');
  writeFileSync(file, '');
  for (const path of [join(dir, 'none'), file, dir]) {
    expect(await startTrials({ ...settings, CHROMIUM_PATH: path }, say, start)).toBeUndefined();
    expect(lines.at(-1)).toBe(
      `  CHROMIUM_PATH names ${path}, which is no program that can be started here. Published releases are not tried in a browser.`,
    );
  }
  expect(processes).toEqual([]);
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
