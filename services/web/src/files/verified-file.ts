import { open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import { integrityOf } from '@cytocomm/composition/node';

/** A listed file: its path, size and hash. */
export interface ListedFile {
  /** Absolute. */
  readonly path: string;
  /** `sha384-` and the hash in base64. */
  readonly integrity: string;
  readonly bytes: number;
}

/** A file that is just what is listed, with its compressed twins, the smallest first. */
export interface VerifiedFile {
  readonly plain: Buffer;
  readonly twins: readonly { readonly coding: 'br' | 'gzip'; readonly content: Buffer }[];
}

/** A listed file cannot be used. */
export class FileUnusable extends Error {
  override readonly name: string = 'FileUnusable';
}

/** A listed file is not there. */
export class FileMissing extends FileUnusable {
  override readonly name = 'FileMissing';
}

/** The compressed twins that a build writes beside a file. */
const TWINS = [
  { coding: 'br', ending: '.br', unpack: promisify(brotliDecompress) },
  { coding: 'gzip', ending: '.gz', unpack: promisify(gunzip) },
] as const;

/** Reads a file of at most `maxBytes`; undefined for a larger one. Throws FileMissing or FileUnusable. */
export async function readAtMost(path: string, maxBytes = Number.POSITIVE_INFINITY): Promise<Buffer | undefined> {
  try {
    await using file = await open(path, 'r');
    const { size } = await file.stat();
    return size > maxBytes ? undefined : await file.readFile();
  } catch (error) {
    const { code }: { code?: unknown } = typeof error === 'object' ? { ...error } : {};
    if (code === 'ENOENT' || code === 'ENOTDIR') throw new FileMissing(`${path} is missing`, { cause: error });
    throw new FileUnusable(`${path} cannot be read`, { cause: error });
  }
}

/**
 * Reads a listed file with its twins. `refused` is called with each damaged twin. Throws FileMissing or FileUnusable for the
 * file itself.
 */
export async function readVerified(
  { path, integrity, bytes }: ListedFile,
  refused: (error: FileUnusable) => void,
): Promise<VerifiedFile> {
  const plain = await readAtMost(path, bytes);
  if (plain === undefined || integrityOf(plain) !== integrity) throw new FileUnusable(`${path} has other content`);
  const twins: VerifiedFile['twins'][number][] = [];
  for (const { coding, ending, unpack } of TWINS) {
    try {
      // One that is larger is of no use.
      const content = await readAtMost(path + ending, bytes - 1);
      if (content === undefined) continue;
      const unpacked = await unpack(content, { maxOutputLength: bytes }).catch(() => undefined);
      if (!unpacked?.equals(plain)) throw new FileUnusable(`${path}${ending} does not unpack to ${path}`);
      twins.push({ coding, content });
    } catch (error) {
      if (!(error instanceof FileUnusable)) throw error;
      if (!(error instanceof FileMissing)) refused(error);
    }
  }
  return { plain, twins: twins.sort((one, other) => one.content.length - other.content.length) };
}
