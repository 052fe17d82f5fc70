import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { ROOT } from '../workspaces.ts';

/** A test file and how long it took, in seconds. */
interface FileTime {
  /** Relative to the checkout. */
  readonly file: string;
  readonly seconds: number;
}

/** How long the lanes and files of a test command took, in seconds. */
export interface Times {
  readonly lanes: readonly { readonly name: string; readonly seconds: number }[];
  readonly files: readonly FileTime[];
}

/** Where the times of each test command's last run are kept. */
const TIMES_FILE = join(ROOT, '.portal', 'test-times.json');
const MAX_SLOWEST_FILES = 10;

/** Keeps the times of a run in place of those of the command's run before, which it returns where there was one. */
export function saveTimes(command: string, times: Times, path = TIMES_FILE): Times | undefined {
  const saved: Record<string, Times> = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(path, `${JSON.stringify({ ...saved, [command]: times }, null, 2)}\n`);
  return saved[command];
}

const line = (name: string, seconds: number, before: number | undefined) =>
  `${seconds.toFixed(1).padStart(8)} s  ${name}${before === undefined ? '' : ` (before: ${before.toFixed(1)} s)`}`;

/** Returns the lines for the console: the time of each lane and the ten slowest files, beside those of the run before. */
export function showTimes({ lanes, files }: Times, before?: Times): string {
  const slowest = files.toSorted((one, other) => other.seconds - one.seconds).slice(0, MAX_SLOWEST_FILES);
  const laneBefore = (name: string) => before?.lanes.find((lane) => lane.name === name)?.seconds;
  const fileBefore = (path: string) => before?.files.find(({ file }) => file === path)?.seconds;
  return [
    '\nLanes',
    ...lanes.map(({ name, seconds }) => line(name, seconds, laneBefore(name))),
    ...(slowest.length > 0 ? ['\nSlowest files'] : []),
    ...slowest.map(({ file, seconds }) => line(file, seconds, fileBefore(file))),
  ].join('\n');
}

/** What a run of tests or checks came to. */
export interface Outcome {
  readonly passed: number;
  readonly failed: number;
  /** Names of tests that did not run. */
  readonly skipped: readonly string[];
  readonly files: readonly FileTime[];
}

/** Returns the outcome of a check that either holds or does not. */
export function outcomeOf(holds: boolean): Outcome {
  return { passed: holds ? 1 : 0, failed: holds ? 0 : 1, skipped: [], files: [] };
}

/** Returns several outcomes as one. */
export function addOutcomes(outcomes: readonly Outcome[]): Outcome {
  return {
    passed: outcomes.reduce((sum, { passed }) => sum + passed, 0),
    failed: outcomes.reduce((sum, { failed }) => sum + failed, 0),
    skipped: outcomes.flatMap(({ skipped }) => skipped),
    files: outcomes.flatMap(({ files }) => files),
  };
}

/** What is read of jest's `--json` report. */
export interface JestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numRuntimeErrorTestSuites: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly startTime: number;
    readonly endTime: number;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

/** Reads jest's report; a file that could not run counts as one failure. */
export function readJestReport(report: JestReport): Outcome {
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + report.numRuntimeErrorTestSuites,
    skipped: report.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status }) => status === 'pending' || status === 'todo')
        .map(({ fullName }) => `${relative(ROOT, name)}: ${fullName}`),
    ),
    files: report.testResults.map(({ name, startTime, endTime }) => ({
      file: relative(ROOT, name),
      seconds: (endTime - startTime) / 1000,
    })),
  };
}

interface Suite {
  readonly file: string;
  readonly specs: readonly {
    readonly title: string;
    readonly tests: readonly { readonly status: string; readonly results: readonly { readonly duration: number }[] }[];
  }[];
  readonly suites?: readonly Suite[];
}

/** What is read of Playwright's JSON report. */
export interface PlaywrightReport {
  readonly stats: { readonly expected: number; readonly unexpected: number; readonly flaky: number };
  readonly errors: readonly unknown[];
  readonly suites: readonly Suite[];
}

const specsOf = (suite: Suite): readonly Suite['specs'][number][] => [
  ...suite.specs,
  ...(suite.suites ?? []).flatMap(specsOf),
];

/** Reads Playwright's report; an error outside of any test counts as a failure. */
export function readPlaywrightReport({ stats, errors, suites }: PlaywrightReport): Outcome {
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: suites.flatMap((suite) =>
      specsOf(suite)
        .filter(({ tests }) => tests.some(({ status }) => status === 'skipped'))
        .map(({ title }) => `e2e/${suite.file}: ${title}`),
    ),
    files: suites.map((suite) => ({
      file: `e2e/${suite.file}`,
      seconds:
        specsOf(suite)
          .flatMap(({ tests }) => tests.flatMap(({ results }) => results))
          .reduce((sum, { duration }) => sum + duration, 0) / 1000,
    })),
  };
}
