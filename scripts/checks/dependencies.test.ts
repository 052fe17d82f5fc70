import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';

// That nothing is imported without being declared is the linter's to see (noUndeclaredDependencies, boundaries.test.ts);
// here is the other half: nothing is declared without being used, and each package has one version in all rooms.

const ROOT = resolve(import.meta.dirname, '..', '..');

const versionsSchema = z.record(z.string(), z.string()).default({});
const manifestSchema = z.object({
  workspaces: z.array(z.string()).default([]),
  dependencies: versionsSchema,
  devDependencies: versionsSchema,
  peerDependencies: versionsSchema,
});
type Manifest = z.output<typeof manifestSchema>;

const manifestOf = (dir: string): Manifest =>
  manifestSchema.parse(JSON.parse(readFileSync(join(ROOT, dir, 'package.json'), 'utf8')));
const declaredBy = ({ dependencies, devDependencies }: Manifest) => ({ ...dependencies, ...devDependencies });

const rooms = globSync(manifestOf('.').workspaces, { cwd: ROOT })
  .filter((dir) => existsSync(join(ROOT, dir, 'package.json')))
  .sort();

/** Packages that no import names, with where they are named instead. */
const NAMED_ELSEWHERE: Readonly<Record<string, string>> = {
  '@types/react': 'types in packages/contract',
  'react-refresh': 'packages/remote-tools/src/harness/harness-config.ts',
  lightningcss: 'what MinimizerPlugin.lightningCssMinify runs',
  '@swc/core': 'what MinimizerPlugin.swcMinify and swc-loader run',
  '@changesets/cli': 'scripts/version.ts and a contributor run it as a program',
  lighthouse: 'bench/lighthouse runs it as a program',
};

/** Whether some file of a room names the package in quotes, itself or a path below it. */
function isNamed(dir: string, name: string): boolean {
  const inQuotes = new RegExp(`['"]${name}(/[^'"]*)?['"]`);
  return globSync('**/*.{ts,tsx,mjs,cjs,css}', { cwd: join(ROOT, dir), exclude: ['**/node_modules', '**/dist'] }).some(
    (file) => inQuotes.test(readFileSync(join(ROOT, dir, file), 'utf8')),
  );
}

/** Packages that stand beside another one because it asks for them: its peers, and its types. */
function standsBeside(name: string, declared: readonly string[]): boolean {
  if (name.startsWith('@types/')) return declared.includes(name.slice('@types/'.length)) || name in NAMED_ELSEWHERE;
  return declared.some((other) => {
    const path = join('node_modules', other);
    return existsSync(join(ROOT, path, 'package.json')) && name in manifestOf(path).peerDependencies;
  });
}

test('the rooms are found', () => {
  expect(rooms).toEqual(
    expect.arrayContaining(['bench', 'e2e', 'mfe-admin', 'packages/kit', 'scripts', 'services/api']),
  );
});

test.each(rooms)('%s uses every package that it declares', (room) => {
  const declared = Object.keys(declaredBy(manifestOf(room)));
  const unused = declared.filter(
    (name) => !isNamed(room, name) && !standsBeside(name, declared) && !(name in NAMED_ELSEWHERE),
  );
  expect(unused).toEqual([]);
});

test('a package has one version in all rooms', () => {
  const versions = new Map<string, Set<string>>();
  for (const room of ['.', ...rooms])
    for (const [name, version] of Object.entries(declaredBy(manifestOf(room))))
      versions.set(name, (versions.get(name) ?? new Set()).add(version));
  const several = [...versions].filter(([, all]) => all.size > 1).map(([name, all]) => [name, ...all]);
  expect(several).toEqual([]);
});
