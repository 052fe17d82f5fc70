import type { Lane } from './lane.ts';
import { addOutcomes, outcomeOf } from './outcome.ts';
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
