import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { PublicPackage } from './public-packages.ts';

/** In several threads the order of a union's members can be that of which file came first, another one each time. */
const ONE_THREAD = '--singleThreaded';
const TSC_TIMEOUT_MS = 120_000;

/** The settings under which types are read: the names of browser, Node and tests, since some package takes each of them. */
export function settingsFor(root: string) {
  return {
    extends: join(root, 'tsconfig.base.json'),
    compilerOptions: {
      lib: ['ES2024', 'ESNext.Disposable', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'],
      types: ['node', 'jest'],
      composite: false,
    },
  };
}

/** The compiler refused the sources; the message holds its own words. */
export class NoDeclarations extends Error {
  override readonly name = 'NoDeclarations';
}

/** The declarations of a source file. */
export function declarationOf(source: string): string {
  return source.replace(/\.tsx?$/, '.d.ts');
}

function link(target: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(target, path, 'junction');
}

/** In the folder each package is as if it were installed: its manifest leads to declarations instead of sources. */
function layOut(root: string, packages: readonly PublicPackage[], folder: string): void {
  link(join(root, 'node_modules'), join(folder, 'node_modules'));
  for (const { name, dir, exports } of packages) {
    const place = join(folder, dir);
    mkdirSync(place, { recursive: true });
    const declarations = Object.entries(exports).map(([path, source]) => [path, declarationOf(source)]);
    const manifest = { name, type: 'module', exports: Object.fromEntries(declarations) };
    writeFileSync(join(place, 'package.json'), JSON.stringify(manifest));
    link(place, join(folder, 'packages', 'node_modules', name));
    const own = join(root, dir, 'node_modules');
    if (existsSync(own)) link(own, join(place, 'node_modules'));
  }
}

/** Writes the declarations of packages into an empty folder. Throws NoDeclarations with the compiler's words. */
export function emitDeclarations(root: string, packages: readonly PublicPackage[], folder: string): void {
  layOut(root, packages, folder);
  const doors = packages.flatMap(({ name, dir, exports }) =>
    Object.entries(exports).map(([path, source]) => ({
      specifier: name + path.slice(1),
      file: join(root, dir, source),
    })),
  );
  const { extends: base, compilerOptions } = settingsFor(root);
  const config = {
    extends: base,
    compilerOptions: {
      ...compilerOptions,
      declaration: true,
      emitDeclarationOnly: true,
      noEmitOnError: true,
      // Types are checked by npm run check; here is only written down what they are.
      noCheck: true,
      rootDir: root,
      outDir: folder,
      // What is found by its link in node_modules counts as installed, and nothing is written for it.
      paths: Object.fromEntries(doors.map(({ specifier, file }) => [specifier, [file]])),
    },
    include: packages.map(({ dir }) => join(root, dir, 'src/**/*.d.ts')),
    exclude: [],
    files: [
      ...doors.map(({ file }) => file),
      ...packages.flatMap(({ dir, bin = {} }) => Object.values(bin).map((source) => join(root, dir, source))),
    ],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  // Plain words: a setting of the terminal may have asked for colours.
  const args = [compiler, '-p', folder, ONE_THREAD, '--pretty', 'false'];
  const { status, stdout, stderr, error } = spawnSync(process.execPath, args, {
    cwd: root,
    encoding: 'utf8',
    timeout: TSC_TIMEOUT_MS,
  });
  if (error) throw error;
  if (status !== 0) throw new NoDeclarations(`The public types cannot be read:\n${stdout}${stderr}`);
}
