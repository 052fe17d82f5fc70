import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { z } from 'zod';
import { LAYERS, ROOMS } from './boundaries.ts';
import { boundaryRules, RULES_FILE } from './boundary-rules.ts';
import { LinterProbes } from './testing-linter.ts';

const ROOT = resolve(import.meta.dirname, '..', '..');

const manifestSchema = z.object({
  name: z.string(),
  workspaces: z.array(z.string()).default([]),
  exports: z.record(z.string(), z.string()).default({}),
});
const manifestOf = (folder: string) =>
  manifestSchema.parse(JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')));

const folders = globSync(
  manifestOf('.').workspaces.map((pattern) => `${pattern}/package.json`),
  { cwd: ROOT },
).map((path) => path.replace('/package.json', ''));

const probes = new LinterProbes();
beforeAll(() => probes.run());

/** The lines of a file whose imports the walls refuse. */
const refusedLines = (path: string) =>
  probes
    .refusals(path)
    .filter(({ rule }) => rule === 'lint/style/noRestrictedImports')
    .map(({ line }) => line)
    .sort((one, other) => one - other);

test('the linter’s rules are those of the table; if not: npm run boundaries', () => {
  expect(JSON.parse(readFileSync(RULES_FILE, 'utf8'))).toEqual(boundaryRules());
});

test('every room stands in the table', () => {
  const inTable = Object.keys(ROOMS).filter((folder) => !folder.includes('/src/'));
  expect(inTable.sort()).toEqual([...new Set(folders.map((folder) => folder.replace(/^mfe-.*/, 'mfe-*')))].sort());
});

describe('every door of every package', () => {
  const doors = folders
    .map(manifestOf)
    .flatMap(({ name, exports }) => Object.keys(exports).map((door) => join(name, door).replace('@cytocomm/', '')));
  const imports = doors.map((door) => `import '@cytocomm/${door}';`).join('\n');

  test('is found', () => {
    expect(doors).toEqual(expect.arrayContaining(['contract', 'kit/dashboard', 'fake-portal', 'api']));
  });

  const openTo = (path: string) => {
    const refused = refusedLines(path);
    return doors.filter((_, index) => !refused.includes(index + 1)).sort();
  };
  const cases = Object.entries(ROOMS).map(([folder, room]) => {
    const path = join(folder.replace('*', 'sample'), folder.includes('/src/') ? 'deep' : 'src', 'example');
    const files = { test: `${path}.test.ts`, product: `${path}.ts` };
    for (const file of Object.values(files)) probes.add(file, imports);
    return { folder, ...room, ...files };
  });

  test.each(cases)('is open to $folder as the table says', ({ imports: listed, tests = [], test, product }) => {
    expect(openTo(test)).toEqual([...listed, ...tests].sort());
    expect(openTo(product)).toEqual([...listed].sort());
  });
});

const remote = 'mfe-investor/src/sections/Example.tsx';
const pack = 'packages/session/src/store.ts';
const service = 'services/api/src/example/service.ts';

/** Every way to import. */
const waysTo = (source: string) =>
  [
    `import x from '${source}';`,
    `import type { X } from '${source}';`,
    `export * from '${source}';`,
    `export const y = () => import('${source}');`,
    `import '${source}';`,
  ].join('\n');
const withFiles = (cases: readonly (readonly [string, string, string])[]) =>
  cases.map(([title, path, source]): [string, string] => [title, probes.addBeside(path, waysTo(source))]);

test.each(
  withFiles([
    ['a remote imports another remote', remote, 'mfe-admin/src/sections/Users'],
    ['a remote reaches another remote by path', remote, '../../../mfe-admin/src/x.ts'],
    ['a remote imports the shell', remote, 'shell/src/App.tsx'],
    ['a remote reaches the shell by path', remote, '../../../shell/src/App.tsx'],
    ['a remote reaches a package by path', remote, '../../../packages/kit/src/index.ts'],
    ['a remote reaches a service by path', remote, '../../../services/api/src/index.ts'],
    ['a remote imports past a door', remote, '@cytocomm/kit/src/forms/TextField.tsx'],
    ['a remote imports the test-kit', remote, '@cytocomm/test-kit'],
    ['a remote imports a service', remote, '@cytocomm/api'],
    ['a remote imports MUI past the kit', remote, '@mui/material/Button'],
    ['a remote imports the router past the kit', remote, 'react-router-dom'],
    ['a remote imports the router’s inside', remote, 'react-router/dom'],
    ['a remote imports the DOM’s renderer', remote, 'react-dom/client'],
    ['a remote imports React’s inside', remote, 'react/cjs/react.development.js'],
    ['a remote reaches React by path', remote, '../../../node_modules/react/index.js'],
    ['a remote imports a build tool', remote, 'webpack'],
    ['a remote imports the federation', remote, '@module-federation/enhanced/runtime'],
    ['a remote imports Node', remote, 'node:fs'],
    ['the shell names a remote', 'shell/src/App.tsx', 'mfe-marketing/src/pages/Home'],
    ['the shell reaches a remote by path', 'shell/src/App.tsx', '../../mfe-marketing/src/pages/Home.tsx'],
    ['the shell imports a service', 'shell/src/App.tsx', '@cytocomm/web'],
    ['the shell imports React’s inside', 'shell/src/App.tsx', 'react/cjs/react.production.js'],
    ['a package imports the shell', pack, '../../../shell/src/App.tsx'],
    ['a package imports a remote', 'packages/kit/src/index.ts', 'mfe-auth/src/x'],
    ['a package reaches another by path', pack, '../../http/src/send.ts'],
    ['a package reaches another by a long path', pack, './../../../packages/http/src/send-as.ts'],
    ['a package reaches the tests’ setup by path', pack, '../../test-kit/src/setup-jest.ts'],
    ['a package imports a service', pack, '@cytocomm/api'],
    ['a package imports MUI past the kit', 'packages/portal-api/src/x.ts', '@mui/material'],
    ['a package imports Node', 'packages/contract/src/x.ts', 'node:buffer'],
    ['the kit imports a package above it', 'packages/kit/src/index.ts', '@cytocomm/portal-api'],
    ['the build imports React', 'packages/remote-tools/src/x.ts', 'react-dom'],
    ['the harness imports Node', 'packages/remote-tools/src/harness/page/x.ts', 'node:path'],
    ['a service imports the browser client', service, '@cytocomm/http'],
    ['a service imports browser code', service, '@cytocomm/kit'],
    ['a service reaches browser code by path', service, '../../../../packages/kit/src/index.ts'],
    ['a service imports React', service, 'react'],
    ['a service imports another service', service, '@cytocomm/web'],
    ['a service reaches another by path', service, '../../../web/src/app.ts'],
    ['a service starts the test database', service, '@cytocomm/embedded-mongo'],
    ['a command reaches a room by path', 'tools/commands/portal/x.ts', '../../../services/api/src/index.ts'],
  ]),
)('refused: %s', (_, file) => {
  expect(refusedLines(file)).toEqual([1, 2, 3, 4, 5]);
});

test.each(
  withFiles([
    ['the kit imports what it stands for', 'packages/kit/src/dashboard/index.ts', '@mui/material/Button'],
    ['the shell renders', 'shell/src/main.tsx', 'react-dom/client'],
    ['folders with the name of a room', 'services/api/src/example/service.ts', '../http/route.ts'],
    ['a test reads files', 'packages/kit/src/theme/tokens.test.ts', 'node:fs'],
  ]),
)('allowed: %s', (_, file) => {
  expect(refusedLines(file)).toEqual([]);
});

describe('a way that the linter takes for no import', () => {
  const OTHER_WAYS = /\b(?:import|require|mock|requireActual|resolve|URL)\(\s*['"`](\.{1,2}\/[^'"`$]*)/g;
  const BY_NAME =
    /\b(?:import|require|mock|requireActual|resolve)\(\s*['"`]((?:@cytocomm\/|mfe-|shell\b|@mui\/|react-router)[^'"`]*)/g;
  const roomOf = (path: string) => /^(?:(?:packages|services|tools)\/)?[^/]+/.exec(path)?.[0];
  const intoOthers = (path: string, source: string) =>
    [...source.matchAll(OTHER_WAYS)]
      .map(([, target = '']) => join(dirname(path), target))
      .filter((target) => roomOf(target) !== roomOf(path));

  const closedByName = (path: string, source: string) => {
    // Tests hold such lines as texts.
    if (path.includes('.test.')) return [];
    const room = ROOMS[roomOf(path)?.replace(/^mfe-.*/, 'mfe-*') ?? ''];
    const open = [...(room?.imports ?? []), ...(room?.tests ?? [])].map((door) => `@cytocomm/${door}`);
    const isFacade = (target: string) => /^(@mui|react-router)/.test(target) && path.startsWith('packages/kit/');
    return [...source.matchAll(BY_NAME)]
      .map(([, target = '']) => target)
      .filter((target) => !open.includes(target) && !isFacade(target));
  };

  test.each([
    ["type A = import('@cytocomm/api').Core;", '@cytocomm/api'],
    ["type B = typeof import('mfe-admin/src/x.ts');", 'mfe-admin/src/x.ts'],
    ["type C = import('react-router-dom').Location;", 'react-router-dom'],
    ["import.meta.resolve('@cytocomm/kit/src/x.ts');", '@cytocomm/kit/src/x.ts'],
  ])('is seen by name: %s', (line, target) => {
    expect(closedByName(remote, line)).toEqual([target]);
    expect(closedByName(remote, "await import('@cytocomm/kit/dashboard');")).toEqual([]);
  });

  test.each([
    "type X = import('../../kit/src/x.ts').X;",
    "jest.mock('../../kit/src/x.ts');",
    "require('../../kit/src/x.ts');",
    'await import(`../../kit/src/x.ts`);',
    "new URL('../../kit/src/x.ts', import.meta.url);",
  ])('is seen: %s', (line) => {
    expect(intoOthers(pack, line)).toEqual(['packages/kit/src/x.ts']);
    expect(intoOthers(pack, line.replace('../../kit/src', '../sample'))).toEqual([]);
  });

  test('leads to no other room', () => {
    const sources = globSync('{shell,mfe-*,packages,services,tools,system,bench,e2e}/**/*.{ts,tsx,mjs,cjs}', {
      cwd: ROOT,
      exclude: ['**/node_modules', '**/dist'],
    }).filter((path) => path !== relative(ROOT, import.meta.filename));
    expect(sources.length).toBeGreaterThan(500);
    const closed = sources.flatMap((path) => {
      const source = readFileSync(join(ROOT, path), 'utf8');
      return [...intoOthers(path, source), ...closedByName(path, source)].map((target) => `${path}: ${target}`);
    });
    expect(closed).toEqual([]);
  });
});

describe('the model of a domain of services/api', () => {
  const imports = (...sources: string[]) => sources.map((source) => `import '${source}';`).join('\n');
  const ofOthers = imports('../users/model', '../users/model.js', '../auth/link-model.ts', '../../users/model.ts');
  const files = {
    other: probes.addBeside(service, ofOthers),
    above: probes.addBeside('services/api/src/main/app.ts', imports('./users/model.ts')),
    own: probes.addBeside(service, imports('./model.ts', './link-model.ts', '../model.ts')),
    test: probes.addBeside('services/api/src/example/example.test.ts', ofOthers),
    testing: probes.addBeside('services/api/src/testing/example.ts', ofOthers),
  };

  test('is refused to other folders', () => {
    expect(refusedLines(files.other)).toEqual([1, 2, 3, 4]);
    expect(refusedLines(files.above)).toEqual([1]);
  });

  test.each([files.own, files.test, files.testing])('is open to its own folder and to tests: %s', (file) => {
    expect(refusedLines(file)).toEqual([]);
  });
});

describe.each(Object.entries(LAYERS))('the layer %s of services/api', (layer, below) => {
  const others = Object.keys(LAYERS).filter((other) => other !== layer);
  const imports = others.map((other) => `import type { X } from '../../${other}/example/x.ts';`).join('\n');
  const path = `services/api/src/${layer}/example/service.ts`;
  const file = probes.addBeside(path, imports);
  const deepFile = probes.addBeside(
    path.replace('example/', 'example/deep/'),
    imports.replaceAll('../../', '../../../'),
  );
  const testFile = probes.addBeside(path.replace('.ts', '.test.ts'), imports);

  test('may import the layers below it', () => {
    const closed = others.flatMap((other, index) => (below.includes(other) ? [] : [index + 1]));
    expect(refusedLines(file)).toEqual(closed);
    expect(refusedLines(deepFile)).toEqual(closed);
    expect(refusedLines(testFile)).toEqual([]);
  });
});

describe('a package that the room does not declare', () => {
  // npm lays all packages into the root, where every room would find them.
  for (const name of ['dayjs', 'react', 'msw', 'typescript'])
    probes.add(`node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0' }));
  probes.add('package.json', JSON.stringify({ workspaces: ['mfe-*'], devDependencies: { typescript: '1.0.0' } }));
  const manifest = { dependencies: { react: '1.0.0' }, devDependencies: { msw: '1.0.0', '@cytocomm/test-kit': '*' } };
  probes.add('mfe-sample/package.json', JSON.stringify(manifest));

  const product = 'mfe-sample/src/pages/Page.tsx';
  const testFile = 'mfe-sample/src/pages/Page.test.tsx';
  const rules = (file: string) => probes.refusals(file).map(({ rule }) => rule);

  test.each(
    withFiles([
      ['is refused', product, 'dayjs'],
      ['is refused below its door', product, 'dayjs/plugin/utc'],
      ['is refused when it is one of ours', product, '@cytocomm/kit'],
      ['is refused in a test', testFile, 'dayjs'],
      ['is refused when only the root declares it', testFile, 'typescript'],
      ['is refused outside of tests when it is declared for development', product, 'msw'],
    ]),
  )('%s', (_, file) => {
    expect(rules(file)).toContain('lint/correctness/noUndeclaredDependencies');
  });

  test.each(
    withFiles([
      ['a declared one', product, 'react'],
      ['one for tests, in a test', testFile, 'msw'],
      ['one of ours for tests, in a test', testFile, '@cytocomm/test-kit'],
    ]),
  )('%s is allowed', (_, file) => {
    expect(rules(file)).toEqual([]);
  });
});
