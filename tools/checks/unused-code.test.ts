import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { z } from 'zod';

const ROOT = resolve(import.meta.dirname, '..', '..');

const TREE = {
  'package.json': JSON.stringify({ workspaces: ['packages/*'], devDependencies: { jest: '1.0.0' } }),
  'packages/http/package.json': JSON.stringify({ name: 'sample', dependencies: { dayjs: '1.0.0', semver: '1.0.0' } }),
  'packages/http/src/index.ts': "export { used } from './parts.ts';\nexport type { Used } from './parts.ts';",
  'packages/http/src/parts.ts': [
    "import semver from 'semver';",
    'export interface Used { readonly version: unknown }',
    'export interface UnusedType { readonly version: unknown }',
    'export const usedHereOnly = () => semver;',
    'export const used: () => Used = () => ({ version: usedHereOnly() });',
    'export function unused() {}',
  ].join('\n'),
  'packages/http/src/unused-file.ts': 'export const x = 1;',
  'packages/http/src/parts.test.ts': "import { forTests } from './for-tests.ts';\nforTests();",
  'packages/http/src/for-tests.ts': 'export const forTests = () => 1;',
};

const namesSchema = z.array(z.object({ name: z.string() })).default([]);
const reportSchema = z.object({
  issues: z.array(
    z.object({
      file: z.string(),
      files: namesSchema,
      exports: namesSchema,
      types: namesSchema,
      dependencies: namesSchema,
    }),
  ),
});

test('knip with our configuration finds dead files, exports, types and dependencies, and nothing else', () => {
  const root = mkdtempSync(join(tmpdir(), 'unused-code-'));
  try {
    for (const file of ['knip.jsonc', 'jest.config.ts']) copyFileSync(join(ROOT, file), join(root, file));
    for (const [path, content] of Object.entries(TREE)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), content);
    }
    const knip = join(ROOT, 'node_modules', '.bin', 'knip');
    const { stdout, status } = spawnSync(knip, ['--reporter', 'json'], { cwd: root, encoding: 'utf8' });
    expect(status).toBe(1);
    const { issues } = reportSchema.parse(JSON.parse(stdout));
    const found = issues.flatMap(({ file, files, exports, types, dependencies }) =>
      [...files, ...exports, ...types, ...dependencies].map(({ name }) => `${file}: ${name}`),
    );
    expect(found.sort()).toEqual([
      'packages/http/package.json: dayjs',
      'packages/http/src/parts.ts: UnusedType',
      'packages/http/src/parts.ts: unused',
      'packages/http/src/parts.ts: usedHereOnly',
      'packages/http/src/unused-file.ts: packages/http/src/unused-file.ts',
    ]);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});
