import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';

const manifestSchema = z.object({
  name: z.string(),
  version: z.string(),
  exports: z.record(z.string(), z.string()),
  files: z.array(z.string()).default([]),
  bin: z.record(z.string(), z.string()).default({}),
});
/** What is a source of the package, and has types; other doors are files as they are. */
const SOURCE = /^\.\/src\/.*\.tsx?$/;

/** A package whose types other rooms build on. */
export interface PublicPackage {
  readonly name: string;
  readonly version: string;
  /** Its folder, relative to the root. */
  readonly dir: string;
  /** Its `exports`: the path that an import adds to the name (`.`, `./html`), and the source file behind it. */
  readonly exports: Readonly<Record<string, string>>;
  /** Its commands, and the source file of each; none by default. */
  readonly bin?: Readonly<Record<string, string>>;
}

/** A package with what is not of its types. */
export interface PackageFolder extends PublicPackage {
  /** Doors that are files as they are: presets. */
  readonly plainExports: Readonly<Record<string, string>>;
  /** Files and folders that go along as they are, relative to its folder. */
  readonly files: readonly string[];
}

/** Returns the packages below `packages/`, in the order of their folders. */
export function readPublicPackages(root: string): readonly PackageFolder[] {
  return globSync('packages/*/package.json', { cwd: root })
    .sort()
    .map((path) => {
      const { exports, ...rest } = manifestSchema.parse(JSON.parse(readFileSync(join(root, path), 'utf8')));
      const doors = Object.entries(exports);
      return {
        dir: dirname(path),
        ...rest,
        exports: Object.fromEntries(doors.filter(([, source]) => SOURCE.test(source))),
        plainExports: Object.fromEntries(doors.filter(([, source]) => !SOURCE.test(source))),
      };
    });
}
