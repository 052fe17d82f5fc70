import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';

const ROOT = resolve(import.meta.dirname, '..', '..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

const versionsSchema = z.record(z.string(), z.string()).default({});
const manifestSchema = z.object({
  name: z.string(),
  version: z.string().optional(),
  workspaces: z.array(z.string()).default([]),
  dependencies: versionsSchema,
  devDependencies: versionsSchema,
  overrides: versionsSchema,
});
const manifestOf = (dir: string) => manifestSchema.parse(JSON.parse(read(join(dir, 'package.json'))));

const root = manifestOf('.');
const workspaces = globSync(root.workspaces, { cwd: ROOT })
  .filter((dir) => existsSync(join(ROOT, dir, 'package.json')))
  .map(manifestOf);
const own = new Map(workspaces.map(({ name, version }) => [name, version]));
const declared = [root, ...workspaces].flatMap(({ dependencies, devDependencies, overrides }) =>
  [dependencies, devDependencies, overrides].flatMap((versions) => Object.entries(versions)),
);

/** The major version of a version, or of a range `^`. */
const majorOf = (version = '') => /^\^?(\d+)\.\d+\.\d+$/.exec(version)?.[1];

test('a package from outside has one exact version, a workspace a range that its version is in', () => {
  expect(declared.length).toBeGreaterThan(100);
  expect(own.size).toBeGreaterThan(20);
  const loose = declared.filter(([name, version]) =>
    own.has(name)
      ? !version.startsWith('^') || majorOf(version) !== majorOf(own.get(name))
      : version.startsWith('^') || majorOf(version) === undefined,
  );
  expect(loose).toEqual([]);
});

test('the lock file names no host that packages came from', () => {
  expect(read('package-lock.json')).not.toMatch(/"resolved": "\w+:\/\//);
});

test('renovate waits to be asked for the packages that CONTRIBUTING.md holds back, and those have the version named there', () => {
  const { packageRules } = z
    .object({
      packageRules: z.array(
        z.object({ groupName: z.string().optional(), matchPackageNames: z.array(z.string()).default([]) }),
      ),
    })
    .parse(JSON.parse(read('renovate.json')));
  const rule = packageRules.find(({ groupName }) => groupName === 'programs of each platform');
  const pinned = /weekly\. (`@biomejs\/biome`[\s\S]*?) are the\s+newest/.exec(read('CONTRIBUTING.md'))?.[1] ?? '';
  const named = [...pinned.matchAll(/`([@\w/-]+)`\s(\d+\.\d+\.\d+)/g)].map(([, name = '', version = '']) => ({
    name,
    version,
  }));
  expect(rule?.matchPackageNames.toSorted()).toEqual(named.map(({ name }) => name).sort());
  for (const { name, version } of named) expect(declared).toContainEqual([name, version]);
});
