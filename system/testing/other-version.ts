import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packedFolder } from '../../tools/checks/pack/packed-folder.ts';
import { installTarballs } from './installed-packages.ts';

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
  rewrite(inside('contract', 'dist', 'api-version.js'), /(API_VERSION = )['"][^'"]+['"]/, `$1'${api}'`);
  for (const name of ['contract', 'remote-tools'])
    rewrite(inside(name, 'package.json'), /("version": )"[^"]+"/, `$1"${version}"`);
}
