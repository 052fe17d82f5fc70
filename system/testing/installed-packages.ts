import { existsSync, globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { extract } from 'tar-stream';
import { z } from 'zod';
import { packedFolder } from '../../tools/checks/pack/packages-folder.ts';

const ROOT = resolve(import.meta.dirname, '..', '..');

const rangesSchema = z.record(z.string(), z.string());
const manifestSchema = z.object({ name: z.string(), dependencies: rangesSchema, peerDependencies: rangesSchema });

/** A package that was unpacked from its tarball. */
export interface InstalledPackage {
  readonly name: string;
  /** The whole `package.json`. */
  readonly manifest: Readonly<Record<string, unknown>>;
  /** What it says that it needs, with the ranges. */
  readonly needs: Readonly<Record<string, string>>;
  /** The text of each file by its path in the package. */
  readonly files: ReadonlyMap<string, string>;
}

async function readTarball(path: string): Promise<InstalledPackage> {
  const files = new Map<string, string>();
  const archive = extract();
  archive.end(gunzipSync(readFileSync(path)));
  for await (const entry of archive)
    files.set(entry.header.name.replace(/^package\//, ''), (await buffer(entry)).toString());
  const manifest: unknown = JSON.parse(files.get('package.json') ?? '{}');
  const { name, dependencies, peerDependencies } = manifestSchema.parse(manifest);
  return {
    name,
    manifest: z.record(z.string(), z.unknown()).parse(manifest),
    needs: { ...dependencies, ...peerDependencies },
    files,
  };
}

function link(target: string, path: string): void {
  if (existsSync(path)) return;
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(target, path, 'junction');
}

/** Links a package from outside to where it lies in this checkout, for the package that needs it. */
function linkForeign(folder: string, of: InstalledPackage, needed: string): void {
  const nested = join(ROOT, 'packages', of.name.split('/')[1] ?? '', 'node_modules', needed);
  if (existsSync(nested)) link(nested, join(folder, 'node_modules', of.name, 'node_modules', needed));
  else link(join(ROOT, 'node_modules', needed), join(folder, 'node_modules', needed));
}

/**
 * Lays a folder out as npm would with all tarballs of another one: unpacked in its `node_modules`, with what they need from
 * outside beside them and nothing else. `also` are packages that the folder needs itself. Returns the packages.
 */
export async function installTarballs(
  tarballs: string,
  folder: string,
  also: readonly string[],
): Promise<readonly InstalledPackage[]> {
  const names = globSync('*.tgz', { cwd: tarballs }).sort();
  const packages = await Promise.all(names.map((name) => readTarball(join(tarballs, name))));
  for (const { name, files } of packages)
    for (const [path, text] of files) {
      const place = join(folder, 'node_modules', name, path);
      mkdirSync(dirname(place), { recursive: true });
      writeFileSync(place, text);
    }
  const own = new Set(packages.map(({ name }) => name));
  for (const one of packages)
    for (const needed of Object.keys(one.needs)) if (!own.has(needed)) linkForeign(folder, one, needed);
  for (const name of also) link(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name));
  return packages;
}

/** What the packages of another day are: their versions, and the API that they are made for. */
export interface OtherVersion {
  readonly version: string;
  readonly api: string;
}

/** Writes a file with one text in the place of another. Throws when the text is not in it. */
function rewrite(file: string, text: RegExp, other: string): void {
  const before = readFileSync(file, 'utf8');
  if (!text.test(before)) throw new Error(`${file} has no ${text}.`);
  writeFileSync(file, before.replace(text, other));
}

/**
 * Installs the packages in a folder as they would be of another version: those of these sources, in which version and API
 * are changed where packing would have written others.
 */
export async function installOtherVersion({ version, api }: OtherVersion, folder: string): Promise<void> {
  await installTarballs(await packedFolder(), folder, []);
  const inside = (name: string, ...path: string[]) => join(folder, 'node_modules', '@cytocomm', name, ...path);
  rewrite(inside('contract', 'dist', 'call.js'), /(API_VERSION = )['"][^'"]+['"]/, `$1'${api}'`);
  for (const name of ['contract', 'remote-tools'])
    rewrite(inside(name, 'package.json'), /("version": )"[^"]+"/, `$1"${version}"`);
}
