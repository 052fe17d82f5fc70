import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { PACKAGES_INDEX, type PackageIndex } from '@cytocomm/releases';
import { BuildFailed, sourceFingerprint } from '@cytocomm/remote-tools';
import { ROOT } from '../../commands/workspaces.ts';
import type { PackedPackage } from './pack-packages.ts';

const CACHE = join(ROOT, 'node_modules', '.cache', 'packages');
/** What the packages are made of: their sources, what packs them, and the versions of what they need. */
const SOURCES = ['packages', 'tools/checks/pack', 'tools/checks/api-reports', 'LICENSE', 'package-lock.json'];
/** How many packings stay: a branch and what it came from need no packing when one goes back and forth. */
const MAX_KEPT = 3;

/** Packs into a folder, in a thread that ends with this process. Rejects with BuildFailed. */
function packInThread(folder: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(join(import.meta.dirname, 'pack-program.ts'), { workerData: folder });
    thread.once('error', (error) =>
      reject(
        new BuildFailed(`The packages cannot be packed: ${error instanceof Error ? error.message : String(error)}`),
      ),
    );
    thread.once('exit', (code) => (code === 0 ? resolve() : reject(new BuildFailed('The packing has ended early.'))));
  });
}

function dropOld(): void {
  const byAge = readdirSync(CACHE)
    .map((name) => ({ path: join(CACHE, name), made: statSync(join(CACHE, name)).mtimeMs }))
    .sort((a, b) => b.made - a.made);
  for (const { path } of byAge.slice(MAX_KEPT)) rmSync(path, { recursive: true, force: true });
}

/** Returns a folder with the packages of the present sources, packed unless they have been. Rejects with BuildFailed. */
export async function packedFolder(): Promise<string> {
  const folder = join(CACHE, sourceFingerprint(ROOT, SOURCES).slice(0, 16));
  if (existsSync(folder)) return folder;
  const draft = `${folder}.${process.pid}`;
  mkdirSync(draft, { recursive: true });
  try {
    await packInThread(draft);
    // Another build may have packed the same meanwhile.
    if (!existsSync(folder)) renameSync(draft, folder);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  dropOld();
  return folder;
}

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
