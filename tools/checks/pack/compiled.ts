import { existsSync, globSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, sep } from 'node:path';
import { transformSync } from '@swc/core';
import { emitDeclarations } from '../api-reports/declarations.ts';
import type { PublicPackage } from '../api-reports/public-packages.ts';

/** The folder of a published package that holds what was made of `src`. */
export const COMPILED = 'dist';

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
