import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { buildWithinBudget } from './build.ts';
import { findChromium } from './checks/chromium.ts';
import { afterSecondTry, type Counts, countJest, countPlaywright, sum } from './checks/counts.ts';
import { runProgram, stopPrograms } from './checks/program.ts';
import { readCommandLine } from './command-line.ts';
import { endWithFailure, whenLeftAlone } from './portal/command.ts';
import { ROOT } from './root.ts';
import { readWorkspaceNames } from './workspaces.ts';

const USAGE = `usage: npm test   Biome, TypeScript, knip, public types, all tests of code, and browser tests against a started portal

One room alone: npx jest --selectProjects services/api. All but the tests alone: npm run check.`;

try {
  readCommandLine({ usage: USAGE, options: {} });
} catch (error) {
  endWithFailure(error);
}

const say = (line: string) => void process.stdout.write(`${line}\n`);
const results = mkdtempSync(join(tmpdir(), 'portal-test-'));

/** Asked to end, or left alone by the process that started this one: nothing goes on. */
async function stop(): Promise<never> {
  await stopPrograms();
  rmSync(results, { recursive: true, force: true });
  process.exit(1);
}

async function check(title: string, name: string, args: readonly string[]): Promise<Counts> {
  say(`\n== ${title}`);
  const code = await runProgram(name, args);
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** Reads a runner's report. A runner that failed without a failure in its report counts as one. */
function counted<Read extends Counts>(file: string, code: number, count: (json: unknown) => Read): Read | Counts {
  try {
    const counts = count(JSON.parse(readFileSync(file, 'utf8')));
    return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
  } catch (error) {
    process.stderr.write(`No usable report: ${String(error)}\n`);
    return { passed: 0, failed: 1 };
  }
}

async function runJest(workers: number, report: string, more: readonly string[]) {
  const file = join(results, report);
  const args = ['--json', `--outputFile=${file}`, '--silent', `--maxWorkers=${workers}`, ...more];
  const code = await runProgram('jest', args, { NODE_ENV: 'test' });
  return counted(file, code, countJest);
}

/** More failing files than this are no accident: no second try. */
const MAX_SECOND_TRIES = 5;

async function jest(): Promise<Counts> {
  say('\n== Unit, component and service tests');
  // Many tests wait for processes and deadlines of their own: a worker more than there are cores fills that time.
  const first = await runJest(availableParallelism() + 1, 'jest.json', []);
  if (!('failedFiles' in first)) return first;
  const { failedFiles } = first;
  if (failedFiles.length === 0 || failedFiles.length > MAX_SECOND_TRIES) return first;
  // A shared machine may stand still for longer than a test waits. What fails twice fails, as with the browser tests.
  say(`\n== Second try, one after the other: ${failedFiles.map((path) => relative(ROOT, path)).join(', ')}`);
  return afterSecondTry(first, await runJest(1, 'jest-again.json', ['--runTestsByPath', ...failedFiles]));
}

/** The Chromium of all tests: those of jest that want one leave themselves out where there is none. */
function chromiumOrFailure(): string | Error {
  try {
    return findChromium(say);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

async function browser(chromium: string | Error): Promise<Counts> {
  say('\n== Browser tests');
  try {
    if (chromium instanceof Error) throw chromium;
    await buildWithinBudget(readWorkspaceNames());
    const file = join(results, 'playwright.json');
    const code = await runProgram('playwright', ['test', '--config', 'e2e/playwright.config.ts'], {
      CHROMIUM_PATH: chromium,
      PLAYWRIGHT_JSON_OUTPUT_FILE: file,
    });
    return counted(file, code, countPlaywright);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return { passed: 0, failed: 1 };
  }
}

for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop());
whenLeftAlone(() => void stop());
try {
  const chromium = chromiumOrFailure();
  const total = sum([
    await check('Biome', 'biome', ['ci', ...(process.stdout.isTTY ? [] : ['--colors=off']), '.']),
    await check('TypeScript', 'tsc', ['-b']),
    await check('Unused code', 'knip', ['--no-progress', '--treat-config-hints-as-errors']),
    await check('Public types', 'node', ['scripts/api.ts', '--check']),
    await jest(),
    await browser(chromium),
  ]);
  say(`\n${total.passed} passed, ${total.failed} failed`);
  process.exitCode = total.failed === 0 ? 0 : 1;
} finally {
  rmSync(results, { recursive: true, force: true });
}
