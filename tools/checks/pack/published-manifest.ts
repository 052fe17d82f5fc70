import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { PackageFolder, PublicPackage } from '../api-reports/public-packages.ts';
import { COMPILED } from './compiled.ts';

const rangesSchema = z.record(z.string(), z.string()).default({});
const sourceSchema = z.object({
  sideEffects: z.union([z.boolean(), z.array(z.string())]).optional(),
  dependencies: rangesSchema,
});
const rootSchema = z.object({ license: z.string(), engines: z.record(z.string(), z.string()) });

type Ranges = Readonly<Record<string, string>>;

/** What an import may name of an installed package, and what it leads to. */
type PublishedDoor = string | { readonly types: string; readonly default?: string };

/** The `package.json` of a package as it is published. */
export interface PublishedManifest {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly type: 'module';
  readonly sideEffects?: boolean | readonly string[] | undefined;
  /** Its commands. */
  readonly bin?: Readonly<Record<string, string>>;
  /** The oldest Node that its commands begin on. */
  readonly engines?: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, PublishedDoor>>;
  readonly dependencies: Ranges;
  readonly peerDependencies: Ranges;
}

const TYPES = '@types/';
const SOURCE = /^\.\/src\/(.*?)(\.tsx?)?$/;

/** What was made of a source, by the source's place in the package. */
function compiled(source: string, extension: '.js' | '.d.ts'): string {
  return source.replace(SOURCE, (_, path: string, isScript?: string) =>
    isScript ? `./${COMPILED}/${path}${extension}` : `./${COMPILED}/${path}`,
  );
}

function doorsOf(root: string, { dir, exports, plainExports }: PackageFolder): Readonly<Record<string, PublishedDoor>> {
  const modules = Object.entries(exports).map(([path, source]) => [
    path,
    { types: compiled(source, '.d.ts'), default: compiled(source, '.js') },
  ]);
  const ambient = globSync('*.d.ts', { cwd: join(root, dir, 'src') })
    .sort()
    .map((file) => [`./${file.slice(0, -'.d.ts'.length)}`, { types: `./${COMPILED}/${file}` }]);
  const plain = Object.entries(plainExports);
  return Object.fromEntries([...modules, ...ambient, ...plain, ['./package.json', './package.json']]);
}

/** The range of what the user installs; undefined for what comes along. The types of such a package are the user's as well. */
function peerRange(peers: Ranges, name: string, version: string): string | undefined {
  const isTypes = name.startsWith(TYPES) && name.slice(TYPES.length) in peers;
  return isTypes ? `^${version}` : peers[name];
}

/**
 * Returns the manifest under which a package is published. What `peers` names is the user's to install, in the range that
 * stands there; a package of `packages` is asked for in its present version or a later one that fits; everything else in
 * the version that the workspace has.
 */
export function publishedManifest(
  root: string,
  of: PackageFolder,
  packages: readonly PublicPackage[],
  peers: Ranges,
): PublishedManifest {
  const source = sourceSchema.parse(JSON.parse(readFileSync(join(root, of.dir, 'package.json'), 'utf8')));
  const { license, engines } = rootSchema.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
  const own = new Map(packages.map(({ name, version }) => [name, `^${version}`]));
  const dependencies: Record<string, string> = {};
  const peerDependencies: Record<string, string> = {};
  for (const [name, range] of Object.entries(source.dependencies)) {
    const peer = peerRange(peers, name, range);
    if (peer === undefined) dependencies[name] = own.get(name) ?? range;
    else peerDependencies[name] = peer;
  }
  const { sideEffects } = source;
  // npm would mend "./": it takes a plain path for a command.
  const bin = Object.entries(of.bin ?? {}).map(([name, path]) => [name, compiled(path, '.js').slice(2)]);
  return {
    name: of.name,
    version: of.version,
    license,
    type: 'module',
    ...(bin.length > 0 && { bin: Object.fromEntries(bin), engines }),
    sideEffects: Array.isArray(sideEffects) ? sideEffects.map((path) => compiled(path, '.js')) : sideEffects,
    exports: doorsOf(root, of),
    dependencies,
    peerDependencies,
  };
}
