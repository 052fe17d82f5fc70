import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';

// That nothing is imported without being declared is the linter's to see (boundaries.test.ts), that nothing is declared
// without being used is knip's (unused-code.test.ts).

const ROOT = resolve(import.meta.dirname, '..', '..');

const versionsSchema = z.record(z.string(), z.string()).default({});
const manifestSchema = z.object({
  name: z.string(),
  workspaces: z.array(z.string()).default([]),
  dependencies: versionsSchema,
  devDependencies: versionsSchema,
});
type Manifest = z.output<typeof manifestSchema>;

const manifestOf = (dir: string): Manifest =>
  manifestSchema.parse(JSON.parse(readFileSync(join(ROOT, dir, 'package.json'), 'utf8')));
const declaredBy = ({ dependencies, devDependencies }: Manifest) => ({ ...dependencies, ...devDependencies });

const rooms = globSync(manifestOf('.').workspaces, { cwd: ROOT })
  .filter((dir) => existsSync(join(ROOT, dir, 'package.json')))
  .sort();

test('the rooms are found', () => {
  expect(rooms).toEqual(
    expect.arrayContaining(['bench', 'e2e', 'mfe-admin', 'packages/kit', 'services/api', 'system', 'tools/commands']),
  );
});

test('a package from outside has one version in all rooms', () => {
  // A workspace that needs nothing newer keeps its range (pins.test.ts).
  const own = new Set(rooms.map((room) => manifestOf(room).name));
  const versions = new Map<string, Set<string>>();
  for (const room of ['.', ...rooms])
    for (const [name, version] of Object.entries(declaredBy(manifestOf(room))))
      if (!own.has(name)) versions.set(name, (versions.get(name) ?? new Set()).add(version));
  const several = [...versions].filter(([, all]) => all.size > 1).map(([name, all]) => [name, ...all]);
  expect(several).toEqual([]);
});
