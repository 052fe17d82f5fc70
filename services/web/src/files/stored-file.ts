import { createHash } from 'node:crypto';
import type { Stats } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import { fileTypeOf } from '@cytocomm/releases';

/** A content coding. */
type Coding = 'identity' | 'br' | 'gzip';

/** The weight of codings that the client does not name: below all named ones. */
const UNNAMED_WEIGHT = 0.0001;

function weightsOf(header: string): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const entry of header.split(',')) {
    const [name = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    const value = weight === undefined ? 1 : Number(weight.slice('q='.length));
    // An invalid weight counts as a refusal: all clients read plain bytes.
    weights.set(name, value >= 0 && value <= 1 ? value : 0);
  }
  return weights;
}

/**
 * Returns the coding that an `Accept-Encoding` header prefers; among equals the first of `offered`, so the smallest goes
 * first. `identity` when the header is missing or accepts none.
 */
export function chooseCoding(header: string | undefined, offered: readonly Coding[]): Coding {
  if (header === undefined) return 'identity';
  const weights = weightsOf(header);
  const others = weights.get('*');
  const weightOf = (coding: Coding) => weights.get(coding) ?? others ?? (coding === 'identity' ? UNNAMED_WEIGHT : 0);
  let chosen: Coding = 'identity';
  let most = 0;
  for (const coding of offered) {
    const weight = weightOf(coding);
    if (weight > most) {
      most = weight;
      chosen = coding;
    }
  }
  return chosen;
}

/** A listed file: its path, size and hash. */
export interface ListedFile {
  /** Absolute. */
  readonly path: string;
  /** `sha384-` and the hash in base64. */
  readonly integrity: string;
  readonly bytes: number;
}

/** A checked coding of a file. */
export interface Variant {
  readonly coding: Coding;
  readonly path: string;
  readonly bytes: number;
  /** The bytes; undefined for a large file, which is read each time while it has this `stamp`. */
  readonly content: Buffer | undefined;
  readonly stamp: string;
}

/** A listed file cannot be sent. */
export class FileUnusable extends Error {
  override readonly name: string = 'FileUnusable';
}

/** A listed file is not there. */
export class FileMissing extends FileUnusable {
  override readonly name = 'FileMissing';
}

/** The compressed twins that a build writes beside a file. */
const TWINS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

/** Returns a stamp that changes with the file, without reading it. */
export function stampOf({ ino, size, mtimeMs, ctimeMs }: Stats): string {
  return [ino, size, mtimeMs, ctimeMs].join(' ');
}

/** Whether an error of the file system means a missing file. */
export function isAbsent(error: unknown): boolean {
  const { code }: { code?: unknown } = typeof error === 'object' ? { ...error } : {};
  return code === 'ENOENT' || code === 'ENOTDIR';
}

/** Opens a file for reading. Throws FileMissing or FileUnusable. */
export async function openFile(path: string): Promise<{ handle: FileHandle; stats: Stats }> {
  let handle: FileHandle;
  try {
    handle = await open(path, 'r');
  } catch (error) {
    if (isAbsent(error)) throw new FileMissing(`${path} is missing`, { cause: error });
    throw new FileUnusable(`${path} cannot be opened`, { cause: error });
  }
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) throw new FileUnusable(`${path} is no file`);
    return { handle, stats };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

function unpack(coding: Coding) {
  if (coding === 'br') return createBrotliDecompress();
  return coding === 'gzip' ? createGunzip() : new PassThrough();
}

/** Throws FileUnusable unless the unpacked bytes are the listed ones. Stops unpacking when there are more. */
async function check(packed: Readable, coding: Coding, path: string, { integrity, bytes }: ListedFile): Promise<void> {
  const hash = createHash('sha384');
  let length = 0;
  try {
    await pipeline(packed, unpack(coding), async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) {
        length += chunk.length;
        if (length > bytes) throw new FileUnusable(`${path} is longer than what is listed`);
        hash.update(chunk);
      }
    });
  } catch (error) {
    if (error instanceof FileUnusable) throw error;
    throw new FileUnusable(`${path} cannot be read`, { cause: error });
  }
  if (length !== bytes || `sha384-${hash.digest('base64')}` !== integrity)
    throw new FileUnusable(`${path} is not what is listed`);
}

async function readVariant(file: ListedFile, coding: Coding, path: string, maxCachedBytes: number): Promise<Variant> {
  const { handle, stats } = await openFile(path);
  try {
    const content = stats.size > maxCachedBytes ? undefined : await handle.readFile();
    const packed = content ? Readable.from([content]) : handle.createReadStream({ autoClose: false });
    await check(packed, coding, path, file);
    return { coding, path, bytes: content?.length ?? stats.size, content, stamp: stampOf(stats) };
  } finally {
    await handle.close();
  }
}

/** A checked file. */
export interface StoredFile {
  readonly contentType: string;
  /** The plain bytes. */
  readonly plain: Variant;
  /** All codings. */
  readonly smallestFirst: readonly Variant[];
}

/**
 * Reads a listed file and its compressed twins. `refused` is called with each damaged twin. Throws FileMissing or
 * FileUnusable for the file itself.
 */
export async function readStoredFile(
  file: ListedFile,
  maxCachedBytes: number,
  refused: (error: FileUnusable) => void,
): Promise<StoredFile> {
  const plain = await readVariant(file, 'identity', file.path, maxCachedBytes);
  const variants = [plain];
  for (const [coding, ending] of TWINS) {
    try {
      const twin = await readVariant(file, coding, file.path + ending, maxCachedBytes);
      if (twin.bytes < file.bytes) variants.push(twin);
    } catch (error) {
      if (!(error instanceof FileUnusable)) throw error;
      if (!(error instanceof FileMissing)) refused(error);
    }
  }
  return {
    contentType: fileTypeOf(file.path) ?? 'application/octet-stream',
    plain,
    smallestFirst: variants.sort((a, b) => a.bytes - b.bytes),
  };
}
