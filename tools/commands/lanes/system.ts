import { OFFICIAL_RUNTIME_LANE, systemSpecsLane } from './browser.ts';
import { jestLane } from './jest.ts';
import type { Lane } from './lane.ts';
import { outcomeOf } from './outcome.ts';
import { runProgram } from './program.ts';
import { findSystemTests, partOf, type SystemPart } from './system-parts.ts';

const BENCH_LANE: Lane = {
  name: 'Smoke run of the bench',
  run: async () => outcomeOf((await runProgram('node', ['tools/commands/bench.ts', '--smoke'])) === 0),
};

const whenAny = (files: readonly string[], lane: Lane): readonly Lane[] => (files.length > 0 ? [lane] : []);

/** Returns the lanes of these parts of the system tests. */
export function systemLanes(parts: readonly SystemPart[]): readonly Lane[] {
  const tests = findSystemTests().flatMap((file) => {
    const part = parts.find((each) => each === partOf(file));
    return part === undefined ? [] : [{ file, isAlone: part.alone === true, isSpec: /\.spec\.tsx?$/.test(file) }];
  });
  const filesOf = (chosen: (test: (typeof tests)[number]) => boolean) => tests.filter(chosen).map(({ file }) => file);
  const together = filesOf(({ isSpec, isAlone }) => !isSpec && !isAlone);
  const alone = filesOf(({ isSpec, isAlone }) => !isSpec && isAlone);
  const specs = filesOf(({ isSpec }) => isSpec);
  const has = (name: string) => parts.some((part) => part.name === name);
  return [
    ...whenAny(together, jestLane({ name: 'System tests', systemTests: together })),
    ...whenAny(alone, jestLane({ name: 'System tests, one at a time', systemTests: alone, workers: 1 })),
    ...whenAny(specs, systemSpecsLane(specs)),
    ...(has('official-runtime') ? [OFFICIAL_RUNTIME_LANE] : []),
    ...(has('bench') ? [BENCH_LANE] : []),
  ];
}
