import { existsSync, globSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, sep } from 'node:path';
import { transformSync } from '@swc/core';
import { z } from 'zod';
import { emitDeclarations } from '../api-reports/declarations.ts';
import type { PackageFolder, PublicPackage } from '../api-reports/public-packages.ts';

/** The folder of a published package that holds what was made of `src`. */
const COMPILED = 'dist';

/** Texts by their path inside a package, with `/` on every system. */
export type PackageFiles = ReadonlyMap<string, string>;

/** An address of a module of the same package, as the compiler writes it into declarations. */
const OWN_SOURCE = /(\bfrom\s+|\bimport\s+|\bimport\()(["'])(\.{1,2}\/[^"']+?)\.tsx?\2/g;
const IMPORTED_SHEET = /(?:\bfrom\s*|\bimport\s*|@import\s+(?:url\()?)["'](\.{1,2}\/[^"']+\.css)["']/g;

/** What a sheet is to the compiler, which looks for it beside the sheet, under the name of the sheet with `.d.css.ts`. */
const SHEET = 'export {};\n';
const CSS_MODULE = 'declare const classes: Readonly<Record<string, string>>;\nexport default classes;\n';

function withScriptNames(declarations: string): string {
  return declarations.replaceAll(OWN_SOURCE, '$1$2$3.js$2');
}

/** An option of swc that its types do not list: `./a.ts` is imported as `./a.js`. */
const SCRIPT_NAMES = { rewriteRelativeImportExtensions: true };

function compile(source: string, path: string): string {
  return transformSync(source, {
    filename: path,
    configFile: false,
    swcrc: false,
    module: { type: 'es6' },
    jsc: {
      ...SCRIPT_NAMES,
      target: 'es2024',
      parser: { syntax: 'typescript', tsx: path.endsWith('x') },
      transform: { react: { runtime: 'automatic' }, verbatimModuleSyntax: true },
    },
  }).code;
}

/** Adds the sheets that a text imports, with their declarations, and those that they import, by their place below `src`. */
function addSheets(files: Map<string, string>, src: string, importer: string, text: string): void {
  for (const [, address = ''] of text.matchAll(IMPORTED_SHEET)) {
    const path = join(dirname(importer), address);
    if (files.has(path)) continue;
    const sheet = readFileSync(join(src, path), 'utf8');
    files.set(path, sheet);
    files.set(path.replace(/css$/, 'd.css.ts'), path.endsWith('.module.css') ? CSS_MODULE : SHEET);
    addSheets(files, src, path, sheet);
  }
}

/** Everything that the doors of a package reach, by its place below `src`: what has declarations is reached. */
function filesOf(root: string, { dir }: PublicPackage, declared: string): PackageFiles {
  const src = join(root, dir, 'src');
  const files = new Map<string, string>();
  for (const path of globSync('**/*.d.ts', { cwd: join(declared, dir, 'src') })) {
    files.set(path, withScriptNames(readFileSync(join(declared, dir, 'src', path), 'utf8')));
    const module = path.slice(0, -'.d.ts'.length);
    const source = existsSync(join(src, `${module}.ts`)) ? `${module}.ts` : `${module}.tsx`;
    const script = compile(readFileSync(join(src, source), 'utf8'), source);
    files.set(`${module}.js`, script);
    addSheets(files, src, source, script);
  }
  // Written by hand, for instance what a stylesheet is to the compiler.
  for (const path of globSync('*.d.ts', { cwd: src })) files.set(path, readFileSync(join(src, path), 'utf8'));
  return new Map([...files].map(([path, text]) => [`${COMPILED}/${path.split(sep).join('/')}`, text]));
}

/**
 * Returns what each package consists of where it is installed: ES modules, their declarations and the sheets that they
 * import, by the package's name. Tests, and what no door leads to, are not among it. Throws NoDeclarations for sources
 * that the compiler cannot read.
 */
export function compilePackages(root: string, packages: readonly PublicPackage[]): ReadonlyMap<string, PackageFiles> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'declarations-')));
  try {
    emitDeclarations(root, packages, folder);
    return new Map(packages.map((one) => [one.name, filesOf(root, one, folder)]));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

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
