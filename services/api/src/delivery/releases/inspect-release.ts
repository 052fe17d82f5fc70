import { createHash } from 'node:crypto';
import { createReadStream, readdirSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FieldProblem, GateCheck, Release } from '@cytocomm/contract';
import { ManifestUnusable, manifestFaults, readManifest, releaseFaults } from '@cytocomm/releases';

const MAX_MANIFEST_BYTES = 4 * 1024 * 1024;

/** A file of a release and its content's hash. */
export interface HashedFile {
  readonly path: string;
  /** SHA-256, 64 hex digits. */
  readonly hash: string;
  readonly bytes: number;
}

/** A task: verify a folder against its manifest, or run the static gate rules. */
export type CheckTask =
  | { readonly kind: 'verify'; readonly dir: string; readonly remote: string | undefined }
  | { readonly kind: 'judge'; readonly dir: string; readonly manifest: Release };

/** The result of a task. */
export type CheckAnswer =
  | { readonly kind: 'faults'; readonly faults: readonly FieldProblem[] }
  | { readonly kind: 'verified'; readonly manifest: Release; readonly files: readonly HashedFile[] }
  | { readonly kind: 'checks'; readonly checks: readonly GateCheck[] };

function faultsOf(dir: string, remote: string | undefined, manifest: Release): FieldProblem[] {
  const faults = manifestFaults(manifest, remote ?? manifest.name);
  if (faults.length > 0) return faults;
  return releaseFaults(dir, manifest).map((fault) => {
    const [path = '', ...words] = fault.split(' ');
    return { path, message: words.join(' ') };
  });
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

async function hashFiles(dir: string): Promise<HashedFile[]> {
  const files: HashedFile[] = [];
  for (const path of readdirSync(dir, { recursive: true, encoding: 'utf8' }).sort()) {
    const stats = statSync(join(dir, path));
    if (stats.isFile())
      files.push({ path: path.split(sep).join('/'), hash: await hashOf(join(dir, path)), bytes: stats.size });
  }
  return files;
}

/** Returns the manifest, or why it is unusable, without the name of the folder. */
function readRelease(dir: string): Release | string {
  try {
    if (statSync(join(dir, 'release.json')).size > MAX_MANIFEST_BYTES)
      return `is longer than ${MAX_MANIFEST_BYTES} bytes`;
    return readManifest(dir);
  } catch (error) {
    if (!(error instanceof ManifestUnusable)) return 'is missing';
    return error.message.replaceAll(`${dir}${sep}`, '').slice(0, 1000);
  }
}

/** Runs a task; it blocks the thread for a second, for `judge` several. */
export async function inspectRelease(task: CheckTask): Promise<CheckAnswer> {
  if (task.kind === 'judge') {
    // Loaded on demand: the parsers take a second, and existing releases need none.
    const { checkRelease } = await import('@cytocomm/releases/gate');
    return { kind: 'checks', checks: checkRelease(task.dir, task.manifest) };
  }
  const { dir, remote } = task;
  const manifest = readRelease(dir);
  if (typeof manifest === 'string') return { kind: 'faults', faults: [{ path: 'release.json', message: manifest }] };
  const faults = faultsOf(dir, remote, manifest);
  return faults.length > 0 ? { kind: 'faults', faults } : { kind: 'verified', manifest, files: await hashFiles(dir) };
}
