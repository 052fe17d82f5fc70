import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { waitForLine } from '@cytocomm/runtime/start';
import { type ImageService, programOf } from '../../../tools/checks/images/write-image.ts';

/** What a layer records of a file, folder or link, but for its bytes and its owner, which COPY sets. */
export interface LayerEntry {
  readonly path: string;
  readonly kind: 'file' | 'folder' | 'link';
  /** The rights of a file or folder; those of a link say nothing. */
  readonly mode: number;
  /** When it was changed last, in ms. */
  readonly changedAt: number;
}

/** Returns the entries of a layer that holds a folder. */
export function layerOf(folder: string, path = '.'): readonly LayerEntry[] {
  const stats = lstatSync(join(folder, path));
  const kind = stats.isSymbolicLink() ? 'link' : stats.isDirectory() ? 'folder' : 'file';
  const entry = { path, kind, mode: stats.mode & 0o7777, changedAt: stats.mtimeMs } as const;
  if (kind !== 'folder') return [entry];
  const names = readdirSync(join(folder, path)).toSorted();
  return [entry, ...names.flatMap((name) => layerOf(folder, path === '.' ? name : join(path, name)))];
}

/** Returns the SHA-256 of a file's bytes, or where a link leads; nothing of a folder. */
export function contentOf(folder: string, { path, kind }: LayerEntry): string {
  if (kind === 'folder') return '';
  const file = join(folder, path);
  return kind === 'link' ? readlinkSync(file) : createHash('sha256').update(readFileSync(file)).digest('hex');
}

/**
 * Starts a service in a folder that holds its image, with these variables and no other. After `look`, which is given the line
 * that `isUp` fits, it is told to end. Resolves to its exit code.
 */
export async function runService(
  folder: string,
  service: ImageService,
  env: Readonly<Record<string, string>>,
  isUp: RegExp,
  look: (line: string) => Promise<void>,
): Promise<number | null> {
  const program = spawn(process.execPath, [programOf(service)], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve) => program.once('close', resolve));
  try {
    await look(await waitForLine(service, program, (line) => (isUp.test(line) ? line : undefined)));
  } finally {
    program.kill('SIGTERM');
    await ended;
  }
  return ended;
}
