import { LRUCache } from 'lru-cache';
import { createGate } from './gate.ts';
import { type FileUnusable, type ListedFile, readStoredFile, type StoredFile } from './stored-file.ts';

/** How many bytes all cached files may take. */
const MAX_CACHED_BYTES = 64 * 1024 * 1024;
/** Larger files are read from the disk each time. */
const MAX_CACHED_FILE_BYTES = 1024 * 1024;
/** How many files are read at once: more than Node's threads would only take memory. */
const MAX_READS = 4;
/** The size of an entry besides its bytes, which bounds empty files, too. */
const ENTRY_BYTES = 1024;

/** Listed files with their compressed twins, checked and cached. */
export interface FileStore {
  /** Returns a cached file; undefined for others. */
  cached(file: ListedFile): StoredFile | undefined;
  /** Returns a file with its codings. Rejects with FileMissing or FileUnusable. */
  open(file: ListedFile): Promise<StoredFile>;
  /** Removes a file from the cache, so that it is checked again. */
  forget(file: ListedFile): void;
}

/** The bounds of the cache, in bytes; by default 64 MiB, and 1 MiB per file. */
export interface FileStoreLimits {
  readonly maxCachedBytes?: number;
  readonly maxCachedFileBytes?: number;
}

/** Creates a store. `refused` is called with twins that do not match their file. */
export function createFileStore(
  refused: (error: FileUnusable) => void,
  { maxCachedBytes = MAX_CACHED_BYTES, maxCachedFileBytes = MAX_CACHED_FILE_BYTES }: FileStoreLimits = {},
): FileStore {
  const gate = createGate(MAX_READS);
  const cache = new LRUCache<string, StoredFile, ListedFile>({
    maxSize: maxCachedBytes,
    sizeCalculation: ({ smallestFirst }) =>
      smallestFirst.reduce((sum, { content }) => sum + (content?.length ?? 0), ENTRY_BYTES),
    fetchMethod: (_path, _before, { context }) => gate(() => readStoredFile(context, maxCachedFileBytes, refused)),
    // Waiting callers get the file, also if it was evicted meanwhile.
    ignoreFetchAbort: true,
  });
  return {
    cached: (file) => cache.get(file.path),
    open: (file) => cache.forceFetch(file.path, { context: file }),
    forget: (file) => void cache.delete(file.path),
  };
}
