import { globSync } from 'node:fs';
import { CannotStart } from '../portal/settings.ts';
import { ROOT } from '../workspaces.ts';
import { OFFICIAL_RUNTIME_LANE, systemSpecsLane } from './browser.ts';
import type { Lane } from './lane.ts';
import { outcomeOf } from './outcome.ts';
import { runProgram } from './program.ts';
import { jestLane } from './tests.ts';

/** A part of the system tests: those whose files lie in its folders, unless an earlier part has them. */
interface SystemPart {
  readonly name: string;
  /** Folders of its tests, relative to the checkout. */
  readonly tests: readonly string[];
  /** Beginnings of the paths whose change it has to be run for; its tests are among them by themselves. */
  readonly covers: readonly string[];
  /** Whether its files run one after the other, since each loads the whole machine. */
  readonly alone?: boolean;
}

const BROWSER_SIDE = ['shell/', 'mfe-', 'packages/'];

/** All parts of `npm run test:system`. */
export const SYSTEM_PARTS: readonly SystemPart[] = [
  {
    name: 'stack',
    tests: ['system/stack/', 'e2e/process/'],
    covers: [
      ...['edge/', 'services/', 'docker-compose.yml', 'Dockerfile'],
      ...['tools/commands/portal/', 'tools/commands/stack/', 'tools/embedded-mongo/', 'tools/mailbox/', 'tools/seed/'],
    ],
    alone: true,
  },
  {
    name: 'faults',
    tests: ['system/faults/'],
    covers: ['services/', 'edge/', 'tools/commands/stack/', 'tools/embedded-mongo/'],
    alone: true,
  },
  {
    name: 'storms',
    tests: ['system/storms/'],
    covers: ['services/', 'packages/releases/', 'tools/embedded-mongo/'],
    alone: true,
  },
  {
    name: 'images',
    tests: ['system/images/'],
    covers: ['services/', 'Dockerfile', 'packages/', 'tools/checks/images/', 'tools/mailbox/'],
  },
  {
    name: 'packages',
    tests: ['system/packages/', 'system/releases/', 'e2e/releases/', 'packages/'],
    covers: [
      ...['packages/', 'services/trials/', 'services/web/', 'shell/'],
      ...['tools/checks/pack/', 'tools/commands/releases/', 'tools/commands/workspace/'],
    ],
  },
  {
    name: 'composition',
    tests: ['e2e/composition/', 'e2e/development/'],
    covers: ['shell/', 'packages/', 'services/web/', 'tools/commands/dev/'],
  },
  {
    name: 'official-runtime',
    tests: [],
    covers: ['shell/', 'packages/composition/', 'packages/remote-tools/', 'e2e/composition/'],
  },
  { name: 'pages', tests: ['e2e/'], covers: [...BROWSER_SIDE, 'tools/seed/'] },
  {
    name: 'services',
    tests: ['services/', 'tools/embedded-mongo/', 'tools/mailbox/'],
    covers: ['services/', 'packages/contract/', 'tools/embedded-mongo/', 'tools/mailbox/'],
  },
  { name: 'commands', tests: ['system/'], covers: ['tools/commands/', 'tools/checks/', 'deploy/', 'package.json'] },
  { name: 'bench', tests: [], covers: ['bench/', 'services/', 'tools/seed/', ...BROWSER_SIDE] },
];

/** What every part rests on. */
const COVERED_BY_ALL = [
  'package-lock.json',
  'jest.config.ts',
  'tsconfig',
  'tools/commands/lanes/',
  'tools/commands/testing/',
  'tools/checks/testing/jest/',
  'system/testing/',
  'e2e/fixtures/',
];

/** Returns the files of all system tests, relative to the checkout. */
export function findSystemTests(): string[] {
  return globSync('**/*.system.{test,spec}.{ts,tsx}', {
    cwd: ROOT,
    exclude: ['**/node_modules', '**/dist', '**/template'],
  }).sort();
}

const begins = (path: string, beginnings: readonly string[]) =>
  beginnings.some((beginning) => path.startsWith(beginning));

/** Returns the part that a system test belongs to; undefined where no part has it. */
export function partOf(test: string): SystemPart | undefined {
  return SYSTEM_PARTS.find(({ tests }) => begins(test, tests));
}

/** Returns the parts to run for changed files: those that cover one of them. */
export function partsFor(changed: readonly string[]): readonly SystemPart[] {
  return SYSTEM_PARTS.filter(({ tests, covers }) =>
    changed.some((path) => begins(path, [...tests, ...covers, ...COVERED_BY_ALL])),
  );
}

/** Returns the parts of these names, all without one. Throws CannotStart for a name that is none. */
export function partsNamed(names: readonly string[]): readonly SystemPart[] {
  const partNames = SYSTEM_PARTS.map(({ name }) => name);
  const unknown = names.find((name) => !partNames.includes(name));
  if (unknown !== undefined)
    throw new CannotStart(`There is no part "${unknown}" of the system tests; there are: ${partNames.join(', ')}.`);
  return SYSTEM_PARTS.filter(({ name }) => names.length === 0 || names.includes(name));
}

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
