import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const rootSchema = z.object({ workspaces: z.array(z.string()) });
const workspaceSchema = z.object({ name: z.string(), version: z.string() });

/** Returns the version of each workspace by its name. */
export function readVersions(root: string): ReadonlyMap<string, string> {
  const read = (path: string): unknown => JSON.parse(readFileSync(join(root, path), 'utf8'));
  const manifests = globSync([...rootSchema.parse(read('package.json')).workspaces], { cwd: root })
    .sort()
    .map((dir) => join(dir, 'package.json'))
    .filter((path) => existsSync(join(root, path)));
  return new Map(
    manifests.map((path) => {
      const { name, version } = workspaceSchema.parse(read(path));
      return [name, version];
    }),
  );
}
