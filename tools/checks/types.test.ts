import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, matchesGlob, relative, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { ROOMS, type Room } from './boundaries.ts';

const ROOT = resolve(import.meta.dirname, '..', '..');

/** The names that are there where the code of a configuration runs. */
const NAMES = {
  browser: ['window', 'document'],
  server: ['Buffer', 'process'],
  tools: ['window', 'document', 'Buffer', 'process'],
  tests: ['window', 'document', 'Buffer', 'process', 'expect', 'describe', 'jest'],
};
/** A name that is unknown everywhere: a compiler that says nothing has not looked. */
const UNKNOWN_NAME = 'nowhere';
type Leaf = keyof typeof NAMES;
const LEAVES: readonly Leaf[] = ['browser', 'server', 'tools', 'tests'];

const configOf = (leaf: Leaf) => join(ROOT, leaf === 'tests' ? 'tsconfig.json' : `tsconfig.${leaf}.json`);
const tsc = (...args: string[]) =>
  spawnSync(join(ROOT, 'node_modules', '.bin', 'tsc'), args, { encoding: 'utf8', maxBuffer: 100_000_000 }).stdout;

test('what runs elsewhere is an unknown name: Node in a browser, a browser in Node, tests in the product', () => {
  const folder = mkdtempSync(join(tmpdir(), 'types-'));
  try {
    writeFileSync(
      join(folder, 'probe.ts'),
      [...NAMES.tests, UNKNOWN_NAME].map((name) => `export type _${name} = typeof ${name};`).join('\n'),
    );
    const compilerOptions = {
      composite: false,
      incremental: false,
      emitDeclarationOnly: false,
      noEmit: true,
      rootDir: folder,
      typeRoots: [join(ROOT, 'node_modules', '@types')],
      tsBuildInfoFile: null,
    };
    const unknown = LEAVES.map((leaf) => {
      const config = join(folder, `${leaf}.json`);
      const probe = { extends: configOf(leaf), compilerOptions, files: ['probe.ts'], include: [], references: [] };
      writeFileSync(config, JSON.stringify(probe));
      return [leaf, [...tsc('-p', config).matchAll(/Cannot find name '(\w+)'/g)].map(([, name]) => name)];
    });
    expect(Object.fromEntries(unknown)).toEqual(
      Object.fromEntries(
        LEAVES.map((leaf) => [leaf, [...NAMES.tests.filter((name) => !NAMES[leaf].includes(name)), UNKNOWN_NAME]]),
      ),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

describe('the configurations', () => {
  let files: Record<Leaf, readonly string[]>;
  let ownFiles: Record<Leaf, ReadonlySet<string>>;
  beforeAll(() => {
    const each = <Value>(make: (leaf: Leaf) => Value) => ({
      browser: make('browser'),
      server: make('server'),
      tools: make('tools'),
      tests: make('tests'),
    });
    files = each((leaf) => tsc('-p', configOf(leaf), '--listFilesOnly').trim().split('\n'));
    ownFiles = each((leaf) => new Set(files[leaf].map((path) => relative(ROOT, path))));
  });

  // One package whose types refer to those of Node would bring them in for all.
  test.each<[Leaf, string, boolean]>([
    ['browser', '@types/node/', false],
    ['browser', '@types/jest/', false],
    ['server', 'lib.dom.d.ts', false],
    ['server', '@types/jest/', false],
    ['tools', '@types/jest/', false],
    ['tests', '@types/jest/', true],
    ['server', '@types/node/', true],
    ['browser', 'lib.dom.d.ts', true],
  ])('%s with %s: %s', (leaf, types, there) => {
    expect(files[leaf].some((path) => path.includes(types))).toBe(there);
  });

  const sources = globSync('{*,{shell,mfe-*,packages,services,tools,system,bench,e2e}/**/*}.{ts,tsx}', {
    cwd: ROOT,
    // A template is checked where it is filled in (pack/created-remote.test.ts).
    exclude: ['**/node_modules', '**/dist', '**/template'],
  });
  const leavesOf = (path: string) => LEAVES.filter((leaf) => ownFiles[leaf].has(path));

  test('leave no file unchecked', () => {
    expect(sources.length).toBeGreaterThan(500);
    expect(sources.filter((path) => leavesOf(path).length === 0)).toEqual([]);
  });

  const WHERE: Record<Room['runs'], readonly Leaf[]> = {
    browser: ['browser'],
    node: ['server'],
    both: ['browser', 'server'],
    mixed: ['tools'],
  };
  const isProduct = (path: string) => !/\.d\.ts$|\.test\.tsx?$|\/testing\/|\/testing-[^/]*\.ts$/.test(path);
  // The test kit needs jest; the harness needs the test kit. What a hot build adds to a page needs webpack's names.
  const onTests = [
    'packages/test-kit',
    'packages/remote-tools/src/dev-server/page',
    'packages/remote-tools/src/harness/page',
  ];
  const folders = Object.keys(ROOMS).sort((one, other) => other.length - one.length);
  const roomOf = (path: string) => folders.find((folder) => matchesGlob(path, `${folder}/**`)) ?? '';

  // All of `system` is tests; the site of the handbook has a configuration alone, in JavaScript.
  const withProduct = Object.entries(ROOMS).filter(([folder]) => !['system', 'tools/docs-site'].includes(folder));
  test.each(withProduct)('check the product code of %s where it runs', (folder, { runs }) => {
    const files = sources.filter((path) => roomOf(path) === folder && isProduct(path));
    expect(files.length).toBeGreaterThan(0);
    const where = onTests.includes(folder) ? ['tests'] : WHERE[runs];
    expect(files.filter((path) => !isDeepStrictEqual(leavesOf(path), where))).toEqual([]);
  });
});
