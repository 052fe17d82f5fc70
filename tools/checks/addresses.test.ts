import { LinterProbes } from './testing-linter.ts';

const REFUSAL = /An address of the API is written in packages\/contract\/src\/domains only/;
const service = 'services/api/src/example/service.ts';

const probes = new LinterProbes();
beforeAll(() => probes.run());

const withFiles = (path: string, lines: readonly string[]) =>
  lines.map((line): [string, string] => [line, probes.addBeside(path, line)]);
const inFiles = (paths: readonly string[]) =>
  paths.map((path): [string, string] => [path, probes.addBeside(path, "export const x = '/api/documents';")]);
const messages = (path: string) => probes.refusals(path).map(({ message }) => message);

test.each(
  withFiles(service, [
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
  ]),
)('an address of the API is refused in a service: %s', (_, file) => {
  expect(messages(file)).toEqual([expect.stringMatching(REFUSAL)]);
});

test.each(
  withFiles(service, [
    "import x from './api/documents.ts';",
    "export const x = 'https://api.hcaptcha.com/siteverify';",
    "export const x = '/apiary';",
    "export const x = '/dashboard';",
    '// Read from /api/documents.',
    "// biome-ignore lint/plugin: prose\nexport const x = 'see /api/docs';",
  ]),
)('no address of the API is seen in what is none: %s', (_, file) => {
  expect(messages(file)).not.toContainEqual(expect.stringMatching(REFUSAL));
});

test.each(
  inFiles([
    'packages/contract/src/example.ts',
    'packages/portal-api/src/example.tsx',
    'tools/commands/portal/example.ts',
    'shell/src/example.ts',
    'mfe-sample/src/example.tsx',
    'mfe-sample/remote.config.ts',
    'packages/fake-portal/src/portal/example.ts',
    'bench/example/measure.ts',
    'e2e/fixtures/example.ts',
  ]),
)('an address of the API is refused in %s', (_, file) => {
  expect(messages(file)).toEqual([expect.stringMatching(REFUSAL)]);
});

test.each(
  inFiles([
    'packages/contract/src/domains/example.ts',
    'services/api/src/example/example.test.ts',
    'services/api/src/testing/example.ts',
  ]),
)('an address of the API may stand in %s', (_, file) => {
  expect(messages(file)).toEqual([]);
});
