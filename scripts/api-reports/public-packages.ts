import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';

const manifestSchema = z.object({
  name: z.string(),
  version: z.string(),
  exports: z.record(z.string(), z.string()),
});

/** A package whose types other rooms build on. */
export interface PublicPackage {
  readonly name: string;
  readonly version: string;
  /** Its folder, relative to the root. */
  readonly dir: string;
  /** Its `exports`: the path that an import adds to the name (`.`, `./html`), and the source file behind it. */
  readonly exports: Readonly<Record<string, string>>;
}

/** Returns the packages below `packages/`, in the order of their folders. */
export function readPublicPackages(root: string): readonly PublicPackage[] {
  return globSync('packages/*/package.json', { cwd: root })
    .sort()
    .map((path) => ({
      dir: dirname(path),
      ...manifestSchema.parse(JSON.parse(readFileSync(join(root, path), 'utf8'))),
    }));
}
