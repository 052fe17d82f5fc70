import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { say } from '../portal/command.ts';
import { findChromium } from '../programs/chromium.ts';
import { type Lane, readReport } from './lane.ts';
import { addOutcomes, outcomeOf, readJestReport } from './outcome.ts';
import { runProgram } from './program.ts';

/** Linter with the boundaries of rooms, types, unused code, public types, the example of all settings, budgets of rooms. */
const CHECKS: readonly (readonly [string, ...string[]])[] = [
  ['biome', 'ci', ...(process.stdout.isTTY ? [] : ['--colors=off']), '.'],
  ['tsc', '-b'],
  ['knip', '--no-progress', '--treat-config-hints-as-errors'],
  ['node', 'tools/commands/api.ts', '--check'],
  ['node', 'tools/checks/settings-example.ts', '--check'],
  ['node', 'tools/checks/room-budgets.ts'],
  ['node', 'tools/checks/words.ts'],
];

/** The checks that need no test: `npm run check`. */
export const CHECK_LANE: Lane = {
  name: 'Checks',
  run: async () => {
    const codes: number[] = [];
    for (const [program, ...args] of CHECKS) codes.push(await runProgram(program, args));
    return addOutcomes(codes.map((code) => outcomeOf(code === 0)));
  },
};

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
