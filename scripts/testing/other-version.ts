import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { sharedRanges } from '@cytocomm/remote-tools';
import { packPackages } from '../pack/pack-packages.ts';
import { writePackages } from '../pack/write-packages.ts';
import { ROOT } from '../root.ts';

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
 * Packs the packages into a folder as they would be of another version: their sources are copied below `scratch`, with
 * what is installed for them, and changed there.
 */
export async function packOtherVersion(scratch: string, { version, api }: OtherVersion, folder: string): Promise<void> {
  for (const path of ['package.json', 'tsconfig.base.json', 'LICENSE']) cpSync(join(ROOT, path), join(scratch, path));
  const isSource = (path: string) => !['node_modules', 'dist'].includes(basename(path));
  cpSync(join(ROOT, 'packages'), join(scratch, 'packages'), { recursive: true, filter: isSource });
  symlinkSync(join(ROOT, 'node_modules'), join(scratch, 'node_modules'), 'junction');
  for (const name of ['contract', 'remote-tools', 'releases']) {
    const installed = join('packages', name, 'node_modules');
    if (existsSync(join(ROOT, installed))) symlinkSync(join(ROOT, installed), join(scratch, installed), 'junction');
  }
  rewrite(join(scratch, 'packages', 'contract', 'src', 'api-version.ts'), /(API_VERSION = )'[^']+'/, `$1'${api}'`);
  for (const name of ['contract', 'remote-tools'])
    rewrite(join(scratch, 'packages', name, 'package.json'), /("version": )"[^"]+"/, `$1"${version}"`);
  mkdirSync(folder, { recursive: true });
  writePackages(folder, await packPackages(scratch, sharedRanges(ROOT)));
}
