import { createHash } from 'node:crypto';
import type { Stats } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { extname } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import { contentType } from 'mime-types';
import type { Coding } from './content-coding.ts';

/** A file that may be sent: its place, and what its plain bytes are. */
export interface ListedFile {
  /** Absolute. */
  readonly path: string;
  /** `sha384-` and the hash in base64. */
  readonly integrity: string;
  readonly bytes: number;
}

/** One form of a file's bytes, looked at and found to be what it must be. */
export interface Variant {
  readonly coding: Coding;
  readonly path: string;
  readonly bytes: number;
  /** Undefined for what is too large to be kept: that is read anew each time, if it still has this `stamp`. */
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

/** The forms of compressed twins that a build leaves beside a file. */
const TWINS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

/** Distinguishes one state of a file on disk from another without reading it. */
export function stampOf({ ino, size, mtimeMs, ctimeMs }: Stats): string {
  return [ino, size, mtimeMs, ctimeMs].join(' ');
}

/** Whether the file system's error says that there is nothing at a path. */
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

/** Throws FileUnusable unless the bytes, unpacked, are the listed ones. Never unpacks much more than these. */
async function check(packed: Readable, coding: Coding, path: string, { integrity, bytes }: ListedFile): Promise<void> {
  const hash = createHash('sha384');
  let seen = 0;
  try {
    await pipeline(packed, unpack(coding), async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) {
        seen += chunk.length;
        if (seen > bytes) throw new FileUnusable(`${path} is longer than what is listed`);
        hash.update(chunk);
      }
    });
  } catch (error) {
    if (error instanceof FileUnusable) throw error;
    throw new FileUnusable(`${path} cannot be read`, { cause: error });
  }
  if (seen !== bytes || `sha384-${hash.digest('base64')}` !== integrity)
    throw new FileUnusable(`${path} is not what is listed`);
}

async function readVariant(file: ListedFile, coding: Coding, path: string, maxKeptBytes: number): Promise<Variant> {
  const { handle, stats } = await openFile(path);
  try {
    const content = stats.size > maxKeptBytes ? undefined : await handle.readFile();
    const packed = content ? Readable.from([content]) : handle.createReadStream({ autoClose: false });
    await check(packed, coding, path, file);
    return { coding, path, bytes: content?.length ?? stats.size, content, stamp: stampOf(stats) };
  } finally {
    await handle.close();
  }
}

function typeOf(path: string): string {
  const ending = extname(path);
  // The name that all browsers know; the registered one is another.
  if (ending === '.ico') return 'image/x-icon';
  return contentType(ending) || 'application/octet-stream';
}

/** A listed file that was looked at. */
export interface StoredFile {
  readonly contentType: string;
  /** The file as it is. */
  readonly plain: Variant;
  /** All forms that it can be sent in. */
  readonly smallestFirst: readonly Variant[];
}

/**
 * Reads a listed file and its compressed twins. A twin that is damaged is left out and handed to `refused`. Throws
 * FileMissing or FileUnusable for the file itself.
 */
export async function readStoredFile(
  file: ListedFile,
  maxKeptBytes: number,
  refused: (error: FileUnusable) => void,
): Promise<StoredFile> {
  const plain = await readVariant(file, 'identity', file.path, maxKeptBytes);
  const variants = [plain];
  for (const [coding, ending] of TWINS) {
    try {
      const twin = await readVariant(file, coding, file.path + ending, maxKeptBytes);
      if (twin.bytes < file.bytes) variants.push(twin);
    } catch (error) {
      if (!(error instanceof FileUnusable)) throw error;
      if (!(error instanceof FileMissing)) refused(error);
    }
  }
  return {
    contentType: typeOf(file.path),
    plain,
    smallestFirst: variants.sort((a, b) => a.bytes - b.bytes),
  };
}
