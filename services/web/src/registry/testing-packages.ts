import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';

const run = promisify(execFile);
/** How long npm may run. */
export const NPM_TIMEOUT_MS = 60_000;

const packedSchema = z.tuple([z.object({ filename: z.string(), integrity: z.string(), shasum: z.string() })]);

/** Runs npm in a folder, without anything of this machine's npm. Returns what it says; rejects when it fails. */
export async function npm(cwd: string, args: readonly string[]): Promise<string> {
  const settings = { npm_config_cache: join(cwd, '.cache'), npm_config_userconfig: join(cwd, 'no-settings') };
  const options = { cwd, env: { PATH: process.env.PATH, HOME: cwd, ...settings }, timeout: NPM_TIMEOUT_MS };
  return (await run('npm', [...args, '--no-audit', '--no-fund', '--fetch-retries=0'], options)).stdout;
}

/** Packs a package as npm does. Returns what the index of a release says of it. */
async function packInto(folder: string, manifest: { readonly name: string; readonly version: string }, says: string) {
  const source = mkdtempSync(join(folder, 'source-'));
  writeFileSync(join(source, 'package.json'), JSON.stringify({ ...manifest, type: 'module', exports: './index.js' }));
  writeFileSync(join(source, 'index.js'), `export default ${JSON.stringify(says)};\n`);
  const [archive] = packedSchema.parse(JSON.parse(await npm(source, ['pack', '--json', '--pack-destination', folder])));
  rmSync(source, { recursive: true });
  const { filename: file, integrity, shasum } = archive;
  return { name: manifest.name, version: manifest.version, file, integrity, shasum, manifest };
}

/** Packs two packages, one of which needs the other, and their index, into the folder `says` below another. */
export async function packTwo(below: string, says: string): Promise<void> {
  const folder = join(below, says);
  mkdirSync(folder);
  const contract = await packInto(folder, { name: '@cytocomm/contract', version: '1.0.0' }, says);
  const needs = { dependencies: { '@cytocomm/contract': '^1.0.0' } };
  const http = await packInto(folder, { name: '@cytocomm/http', version: '1.2.0', ...needs }, `${says} by http`);
  writeFileSync(join(folder, 'index.json'), JSON.stringify([contract, http]));
}
