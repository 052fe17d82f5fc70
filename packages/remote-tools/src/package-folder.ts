import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Returns the folder of a package that is installed for what lies in `dir`, or above it; undefined when there is none. */
export function findPackage(dir: string, name: string): string | undefined {
  const folder = join(dir, 'node_modules', name);
  if (existsSync(join(folder, 'package.json'))) return folder;
  const above = dirname(dir);
  return above === dir ? undefined : findPackage(above, name);
}
