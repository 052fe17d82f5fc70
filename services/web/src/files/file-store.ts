import { LRUCache } from 'lru-cache';
import { createGate } from './gate.ts';
import { type FileUnusable, type ListedFile, readStoredFile, type StoredFile } from './stored-file.ts';

/** What all files kept in memory may take together. */
const MAX_KEPT_BYTES = 64 * 1024 * 1024;
/** A larger file is read from the disk each time that it is sent. */
const MAX_KEPT_FILE_BYTES = 1024 * 1024;
/** More reads at once than the runtime has threads for would only hold memory. */
const MAX_READS = 4;
/** What an entry takes besides its bytes, so that a million empty files have a bound, too. */
const ENTRY_BYTES = 1024;

/** Listed files with their compressed twins, looked at before they are first sent and then kept. */
export interface FileStore {
  /** The file, when it is kept and was looked at already. */
  kept(file: ListedFile): StoredFile | undefined;
  /** The file with the forms that it can be sent in. Rejects with FileMissing or FileUnusable. */
  open(file: ListedFile): Promise<StoredFile>;
  /** Drops what is known of a file, so that it is looked at anew. */
  forget(file: ListedFile): void;
}

/** How much a store may keep, in bytes; by default 64 MiB, and 1 MiB of a file. */
export interface FileStoreLimits {
  readonly maxKeptBytes?: number;
  readonly maxKeptFileBytes?: number;
}

/** Makes a store. A twin that is not what its file is goes to `refused`. */
export function createFileStore(
  refused: (error: FileUnusable) => void,
  { maxKeptBytes = MAX_KEPT_BYTES, maxKeptFileBytes = MAX_KEPT_FILE_BYTES }: FileStoreLimits = {},
): FileStore {
  const gate = createGate(MAX_READS);
  const kept = new LRUCache<string, StoredFile, ListedFile>({
    maxSize: maxKeptBytes,
    sizeCalculation: ({ smallestFirst }) =>
      smallestFirst.reduce((sum, { content }) => sum + (content?.length ?? 0), ENTRY_BYTES),
    fetchMethod: (_path, _before, { context }) => gate(() => readStoredFile(context, maxKeptFileBytes, refused)),
    // Whoever waits for a file gets it, even when others have pushed it out meanwhile.
    ignoreFetchAbort: true,
  });
  return {
    kept: (file) => kept.get(file.path),
    open: (file) => kept.forceFetch(file.path, { context: file }),
    forget: (file) => void kept.delete(file.path),
  };
}
