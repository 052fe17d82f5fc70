import { createHash } from 'node:crypto';
import { readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { PACKAGES_INDEX, type PackageIndex } from '@cytocomm/releases';
import type { PackedPackage } from './pack-packages.ts';

/** Returns what a registry tells of packages. */
function packageIndex(packed: readonly PackedPackage[]): PackageIndex {
  return packed.map(({ manifest, file, tarball }) => ({
    name: manifest.name,
    version: manifest.version,
    file,
    integrity: `sha512-${createHash('sha512').update(tarball).digest('base64')}`,
    shasum: createHash('sha1').update(tarball).digest('hex'),
    manifest: JSON.parse(JSON.stringify(manifest)),
  }));
}

/** How the files of the portal's scope begin. */
const OURS = /^cytocomm-.*\.tgz$/;

/** Writes packages and their index into a folder; those of an earlier run go. Another run may write to the same one: each puts whole files there. */
export function writePackages(folder: string, packed: readonly PackedPackage[]): void {
  const index = `${JSON.stringify(packageIndex(packed), null, 2)}\n`;
  const files = new Map<string, string | Buffer>(packed.map(({ file, tarball }) => [file, tarball]));
  files.set(basename(PACKAGES_INDEX), index);
  for (const [file, content] of files) {
    const partial = join(folder, `.${file}.${process.pid}`);
    writeFileSync(partial, content);
    renameSync(partial, join(folder, file));
  }
  for (const name of readdirSync(folder)) if (OURS.test(name) && !files.has(name)) rmSync(join(folder, name));
}
