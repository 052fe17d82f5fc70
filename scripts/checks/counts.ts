import { z } from 'zod';

/** How many checks of one kind passed and failed. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
}

/** Adds counts up. */
export function sum(all: readonly Counts[]): Counts {
  return all.reduce((total, one) => ({ passed: total.passed + one.passed, failed: total.failed + one.failed }), {
    passed: 0,
    failed: 0,
  });
}

const jestSchema = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numRuntimeErrorTestSuites: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(z.object({ status: z.string() })),
    }),
  ),
});

/** What a run of jest gave. */
export interface JestCounts extends Counts {
  readonly failedFiles: readonly string[];
  /** How many tests of the failed files passed. */
  readonly passedInFailedFiles: number;
}

/** Reads jest's `--json` result; a test file that could not run counts as one failure. Throws on anything else. */
export function countJest(json: unknown): JestCounts {
  const result = jestSchema.parse(json);
  const failed = result.testResults.filter(({ status }) => status === 'failed');
  const passed = failed.flatMap(({ assertionResults }) => assertionResults.filter(({ status }) => status === 'passed'));
  return {
    passed: result.numPassedTests,
    failed: result.numFailedTests + result.numRuntimeErrorTestSuites,
    failedFiles: failed.map(({ name }) => name),
    passedInFailedFiles: passed.length,
  };
}

/** The counts of a run whose failed files have had a second one: theirs are those of the second. */
export function afterSecondTry(first: JestCounts, second: Counts): Counts {
  return { passed: first.passed - first.passedInFailedFiles + second.passed, failed: second.failed };
}

const playwrightSchema = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
  errors: z.array(z.unknown()),
});

/**
 * Reads Playwright's JSON report. A test that passed only on a second try counts as passed; Playwright's own last lines
 * name it as flaky. Throws on anything else.
 */
export function countPlaywright(json: unknown): Counts {
  const { stats, errors } = playwrightSchema.parse(json);
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected + errors.length };
}
