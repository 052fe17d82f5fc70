import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { say } from '../portal/command.ts';
import { findChromium } from '../programs/chromium.ts';
import { type Lane, readReport } from './lane.ts';
import { readJestReport } from './outcome.ts';
import { runProgram } from './program.ts';

/** Options of a lane of jest. */
interface JestLane {
  readonly name: string;
  /** The system tests to run, relative to the checkout; by default all tests that are none. */
  readonly systemTests?: readonly string[];
  /** How many files run at once: by default one more than there are cores, since many tests wait for processes. */
  readonly workers?: number;
}

/** Returns a lane of unit, component and service tests, or of system tests that jest runs. */
export function jestLane({ name, systemTests, workers = availableParallelism() + 1 }: JestLane): Lane {
  return {
    name,
    run: async (results) => {
      const file = join(results, 'jest.json');
      const chosen = systemTests === undefined ? [] : ['--runTestsByPath', ...systemTests];
      const args = ['--json', `--outputFile=${file}`, '--silent', `--maxWorkers=${workers}`, ...chosen];
      const code = await runProgram('jest', args, {
        NODE_ENV: 'test',
        CHROMIUM_PATH: findChromium(say),
        ...(systemTests === undefined ? {} : { SYSTEM_TESTS: 'yes' }),
      });
      return readReport(file, code, readJestReport);
    },
  };
}

/** Unit, component and service tests: all that are no system tests. */
export const TESTS_LANE: Lane = jestLane({ name: 'Unit, component and service tests' });
