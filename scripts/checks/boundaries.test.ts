import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '..', '..');

let copy: string;
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'boundaries-'));
  mkdirSync(join(copy, 'scripts', 'checks'), { recursive: true });
  for (const file of ['biome.json', 'scripts/checks/addresses.grit']) copyFileSync(join(ROOT, file), join(copy, file));
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** The linter's verdict on a file at this path in a tree that has nothing but our rules. */
function lint(path: string, line: string): string {
  mkdirSync(join(copy, dirname(path)), { recursive: true });
  writeFileSync(join(copy, path), `${line}\n`);
  const { stdout, stderr, error } = spawnSync(
    join(ROOT, 'node_modules', '.bin', 'biome'),
    [
      'lint',
      '--only=style/noRestrictedImports',
      '--only=correctness/noUndeclaredDependencies',
      '--only=lint/plugin',
      '--colors=off',
      '--vcs-enabled=false',
      path,
    ],
    { cwd: copy, encoding: 'utf8' },
  );
  if (error) throw error;
  const verdict = stdout + stderr;
  expect(verdict).toContain('Checked 1 file');
  return verdict;
}

const remote = 'mfe-investor/src/sections/Example.tsx';
const service = 'services/api/src/example/service.ts';

test.each([
  ['a remote imports another remote', remote, "import x from 'mfe-admin/src/sections/Users';"],
  ['a remote reaches another remote by path', remote, "import x from '../../../mfe-admin/src/x.ts';"],
  ['a remote imports the shell', remote, "import x from '../../../shell/src/App.tsx';"],
  ['a remote imports a service', remote, "import x from '@cytocomm/api';"],
  ['a remote imports MUI past the kit', remote, "import x from '@mui/material/Button';"],
  ['a remote imports the router past the kit', remote, "import x from 'react-router-dom';"],
  ['a remote imports a build tool', remote, "import x from 'webpack';"],
  ['a remote imports the federation', remote, "import x from '@module-federation/enhanced/runtime';"],
  ['a remote imports past an index', remote, "import x from '@cytocomm/kit/src/forms/TextField.tsx';"],
  ['the shell names a remote', 'shell/src/App.tsx', "import x from 'mfe-marketing/src/pages/Home';"],
  ['the shell imports a service', 'shell/src/App.tsx', "import x from '@cytocomm/web';"],
  ['a package imports the shell', 'packages/session/src/store.ts', "import x from '../../../shell/src/App.tsx';"],
  ['a package imports a remote', 'packages/kit/src/index.ts', "import x from 'mfe-auth/src/x';"],
  ['a package imports MUI past the kit', 'packages/portal-api/src/x.ts', "import x from '@mui/material';"],
  ['the client imports MUI past the kit', 'packages/http/src/send.ts', "import x from '@mui/material';"],
  ['a service imports the browser client', service, "import x from '@cytocomm/http';"],
  ['a service imports browser code', service, "import x from '@cytocomm/kit';"],
  ['a service imports another service', service, "import x from '@cytocomm/web';"],
])('refused: %s', (_, path, line) => {
  expect(lint(path, line)).toContain('noRestrictedImports');
});

test.each([
  [
    'a remote imports the packages by their doors',
    remote,
    "import x from '@cytocomm/kit';\nimport y from '@cytocomm/kit/dashboard';\nimport z from '@cytocomm/session';",
  ],
  [
    'the kit imports what it stands for',
    'packages/kit/src/dashboard/index.ts',
    "import x from '@mui/material/Button';",
  ],
  ['a service imports the contract', service, "import x from '@cytocomm/contract';"],
  [
    'a test of a service starts the database',
    'services/api/src/x.test.ts',
    "import x from '@cytocomm/embedded-mongo';",
  ],
])('allowed: %s', (_, path, line) => {
  expect(lint(path, line)).not.toContain('noRestrictedImports');
});

describe('a package that the room does not declare', () => {
  beforeAll(() => {
    mkdirSync(join(copy, 'mfe-sample'), { recursive: true });
    const manifest = { dependencies: { react: '1.0.0' }, devDependencies: { msw: '1.0.0' } };
    writeFileSync(join(copy, 'mfe-sample', 'package.json'), JSON.stringify(manifest));
  });

  test.each([
    ['is refused', 'mfe-sample/src/pages/Page.tsx', "import x from 'dayjs';"],
    ['is refused in a test', 'mfe-sample/src/pages/Page.test.tsx', "import x from 'dayjs';"],
    ['is refused outside of tests when it is declared for development', 'mfe-sample/src/x.ts', "import x from 'msw';"],
  ])('%s', (_, path, line) => {
    expect(lint(path, line)).toContain('noUndeclaredDependencies');
  });

  test.each([
    ['a declared one', 'mfe-sample/src/pages/Page.tsx', "import x from 'react';"],
    ['one for tests, in a test', 'mfe-sample/src/pages/Page.test.tsx', "import x from 'msw';"],
  ])('%s is allowed', (_, path, line) => {
    expect(lint(path, line)).not.toContain('noUndeclaredDependencies');
  });
});

describe('an address of the API', () => {
  const refusal = 'An address of the API is written in packages/contract/src/calls only';

  test.each([
    "export const x = '/api/documents';",
    'export const x = "/api";',
    "export const x = '/api?limit=1';",
    "export const x = '/api' + '/documents';",
    `export const x = \`/api/documents/\${id}\`;`,
    `export const x = \`\${url}/api/documents\`;`,
    'export const x = `<a href="/api/docs">`;',
    "export const x = { '/api/documents': 1 };",
    "export type X = '/api/documents';",
    "export const x = 'https://portal.example/api/documents';",
    "export const x = '/healthz';",
    "export const x = '/readyz';",
    "export const x = '/metrics';",
  ])('is refused in a service: %s', (line) => {
    expect(lint(service, line)).toContain(refusal);
  });

  test.each([
    "import x from './api/documents.ts';",
    "export const x = 'https://api.hcaptcha.com/siteverify';",
    "export const x = '/apiary';",
    "export const x = '/dashboard';",
    '// Read from /api/documents.',
    "// biome-ignore lint/plugin: prose\nexport const x = 'see /api/docs';",
  ])('is not seen in what is none: %s', (line) => {
    expect(lint(service, line)).not.toContain(refusal);
  });

  test.each([
    'packages/contract/src/api/example.ts',
    'packages/portal-api/src/example.tsx',
    'scripts/portal/example.ts',
    'shell/src/example.ts',
    'mfe-sample/src/example.tsx',
    'mfe-sample/remote.config.ts',
  ])('is refused in %s', (path) => {
    expect(lint(path, "export const x = '/api/documents';")).toContain(refusal);
  });

  test.each([
    'packages/contract/src/calls/example.ts',
    'services/api/src/example/example.test.ts',
    'services/api/src/testing/example.ts',
    // The stand-in of the API, which tests run against.
    'packages/test-kit/src/fake-portal/example.ts',
  ])('may stand in %s', (path) => {
    expect(lint(path, "export const x = '/api/documents';")).not.toContain(refusal);
  });
});
