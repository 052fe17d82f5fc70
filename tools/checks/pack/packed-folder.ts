import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { BuildFailed, sourceFingerprint } from '@cytocomm/remote-tools';
import { ROOT } from '../../commands/root.ts';

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
