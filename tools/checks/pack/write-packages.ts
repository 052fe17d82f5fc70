import { readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { PACKAGES_INDEX } from '@cytocomm/releases';
import type { PackedPackage } from './pack-packages.ts';
import { packageIndex } from './package-index.ts';

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
