import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { LAYERS, ROOMS, type Room, TEST_FILES } from './boundaries.ts';

/** The part of Biome's configuration that this file makes; `biome.json` extends it. */
export const RULES_FILE = join(import.meta.dirname, 'boundaries.json');

/** Imports that one of the patterns (as in .gitignore) matches are refused with the message. */
interface Wall {
  readonly group: readonly string[];
  readonly message: string;
}

const except = (patterns: readonly string[]) => patterns.map((pattern) => `!${pattern}`);
const anyOf = (words: readonly string[]) => `{${words.join(',')}}`;

const inGroups = Object.keys(ROOMS).filter((folder) => /^(packages|services|tools)\/[^/]+$/.test(folder));
const atRoot = Object.keys(ROOMS).filter((folder) => !folder.includes('/'));
const groups = [...new Set(inGroups.map((folder) => folder.replace(/\/.*/, '')))];
const names = inGroups.map((folder) => folder.replace(/.*\//, ''));

/** Ways into another room that pass none of its doors. Some names are folders of other rooms too: `src` tells. */
const pathWalls = ({ byPath = [] }: Room): Wall[] => [
  {
    group: [
      `.*/**/${anyOf([...groups, ...atRoot, 'test-kit'])}/**`,
      `.*/**/${anyOf(names)}/src/**`,
      anyOf(atRoot),
      `${anyOf(atRoot)}/**`,
      ...except(byPath),
    ],
    message: 'Another room is reached by the door of its package; shell and remotes have none: the lock composes them.',
  },
  { group: ['**/node_modules/**'], message: 'A package is imported by its name.' },
];

const doorWall = (doors: readonly string[]): Wall => ({
  group: ['@cytocomm/**', ...except(doors.map((door) => `@cytocomm/${door}`))],
  message: `Of the other rooms, this one may import ${doors.join(', ') || 'none'}: tools/checks/boundaries.ts.`,
});

const FACADE: Wall = {
  group: ['@mui/**', '@emotion/**', '{react-router,react-router-dom}', '{react-router,react-router-dom}/**'],
  message: 'Take it from @cytocomm/kit or @cytocomm/kit/dashboard, the one facade.',
};
const REACT_PARTS: Wall = {
  group: ['react/**', '!react/jsx-runtime', 'react-dom/**', '!react-dom/{client,server,static.edge}'],
  message: 'A file inside React bypasses the shared scope: the page would have two Reacts.',
};
const NO_REACT: Wall = {
  group: ['react', 'react-dom', 'react/**', 'react-dom/**'],
  message: 'Browser packages do not run in Node.',
};
const NO_NODE: Wall = { group: ['node:*', 'node:*/**'], message: 'Node is not there in a browser.' };
const NO_BUILD: Wall = {
  group: ['react-dom', 'react-dom/**', 'webpack', 'webpack/**', '@module-federation/**'],
  message: 'Shell and build preset see to it: a remote exports components.',
};
const MODELS = ['model', '*-model'].flatMap((name) => ['', '.ts', '.js'].map((ending) => name + ending));
const NO_MODELS: Wall = {
  group: [...MODELS.map((file) => `**/${file}`), ...except(MODELS.flatMap((file) => [`./${file}`, `../${file}`]))],
  message: 'A model is imported by its own folder only: call the service of the domain.',
};

function layerWall(layer: string, below: readonly string[]): Wall {
  const above = Object.keys(LAYERS).filter((other) => other !== layer && !below.includes(other));
  return {
    group: [`.*/**/${anyOf(above)}/**`],
    message: `Of the other layers, this one may import ${below.join(', ') || 'none'}: tools/checks/boundaries.ts.`,
  };
}

/** The file that registers all models, for their indexes. */
const KNOWS_MODELS = ['services/api/src/main/schema/schema.ts'];

function wallsOf(folder: string, room: Room, code: 'tests' | 'product'): Wall[] {
  const doors = code === 'tests' ? [...room.imports, ...(room.tests ?? [])] : room.imports;
  return [
    ...pathWalls(room),
    doorWall(doors),
    ...(folder === 'packages/kit' ? [] : [FACADE]),
    ...(room.runs === 'node' ? [NO_REACT] : [REACT_PARTS]),
    ...(/browser|both/.test(room.runs) && code !== 'tests' ? [NO_NODE] : []),
    ...(folder === 'mfe-*' ? [NO_BUILD] : []),
    ...(folder === 'services/api' && code === 'product' ? [NO_MODELS] : []),
  ];
}

const override = (includes: readonly string[], patterns: readonly Wall[]) => ({
  includes,
  linter: { rules: { style: { noRestrictedImports: { level: 'error', options: { patterns } } } } },
});

/** Returns the linter's rules for all rooms. Of several that fit a file Biome takes the last, whole. */
export function boundaryRules() {
  const overrides = Object.entries(ROOMS).flatMap(([folder, room]) => {
    const [tests, product] = [wallsOf(folder, room, 'tests'), wallsOf(folder, room, 'product')];
    const all = override([`${folder}/**`], tests);
    if (isDeepStrictEqual(tests, product)) return [all];
    const exceptTests = except([...TEST_FILES, ...KNOWS_MODELS]);
    const layers = Object.entries(folder === 'services/api' ? LAYERS : {}).filter(([layer]) => layer !== 'main');
    return [
      all,
      override([`${folder}/**`, ...exceptTests], product),
      ...layers.map(([layer, below]) =>
        override([`${folder}/src/${layer}/**`, ...exceptTests], [...product, layerWall(layer, below)]),
      ),
    ];
  });
  return { overrides };
}

// A line for each override: a diff shows which room's walls have moved.
if (import.meta.main) {
  const lines = boundaryRules().overrides.map((rules) => JSON.stringify(rules));
  writeFileSync(RULES_FILE, `{"overrides":[\n${lines.join(',\n')}\n]}\n`);
}
