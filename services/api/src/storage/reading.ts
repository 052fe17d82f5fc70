import type { mongo } from 'mongoose';
import { freeMemoryOf } from './buffer-memory.ts';
import type { StoredFile } from './file-store.ts';
import type { ChunkRecord } from './model.ts';
import type { ReadAhead } from './read-ahead.ts';

/** A file is missing or incomplete: it was deleted meanwhile. */
export class FileGone extends Error {
  override readonly name = 'FileGone';
}

/** Reads a part of a file for one client. */
export interface Reading {
  /** Copies the next bytes into `into`. Returns their number, 0 at the end. Throws FileGone. */
  read(into: Buffer): Promise<number>;
  /** Frees the memory, at the end or while the client does not read. The next `read` reads again. */
  release(): void;
}

/** How many chunks are read at once, some 2 MB. After `release` a reader starts with one, and reads ahead when it is back here. */
const MAX_CHUNKS = 8;

/** Consecutive chunks, read or being read. They take `bytes` of the memory. */
interface Segment {
  readonly from: number;
  readonly to: number;
  readonly bytes: number;
  readonly rows: Promise<readonly ChunkRecord[]>;
}

/**
 * Returns a reading of some chunks at a time, the next ones in advance, in the memory of `readAhead`. GridFSBucketReadStream
 * fetches up to 16 MB per reader, its cursor ends after ten minutes, and it reports a file deleted meanwhile as complete.
 */
export function openReading(
  chunks: mongo.Collection<ChunkRecord>,
  readAhead: ReadAhead,
  { id, length, chunkSize }: Omit<StoredFile, 'sha256'>,
  start: number,
  end: number,
): Reading {
  const afterLast = Math.ceil(end / chunkSize);
  let at = start;
  let atOnce = MAX_CHUNKS;
  let current: Segment | undefined;
  let next: Segment | undefined;

  const bytesFrom = (from: number) => Math.min(atOnce, afterLast - from) * chunkSize;

  /** Reads a segment, whose memory was taken before. */
  function fetchFrom(from: number): Segment {
    const to = Math.min(from + atOnce, afterLast);
    const rows = chunks
      .find({ files_id: id, n: { $gte: from, $lt: to } }, { promoteBuffers: true, singleBatch: true })
      .sort({ n: 1 })
      .limit(to - from)
      .toArray();
    // Avoids an unhandled rejection: the reader may have ended.
    rows.catch(() => undefined);
    return { from, to, bytes: bytesFrom(from), rows };
  }

  function drop({ rows, bytes }: Segment): void {
    rows
      .then((chunkRecords) => {
        // All share the memory of one message.
        for (const { data } of chunkRecords) freeMemoryOf(data);
      })
      .catch(() => undefined)
      // After its arrival: it needs the memory until then.
      .finally(() => readAhead.giveBack(bytes));
  }

  async function segmentOf(n: number): Promise<Segment> {
    if (current !== undefined && n >= current.to) {
      drop(current);
      current = next;
      next = undefined;
      atOnce = Math.min(atOnce * 2, MAX_CHUNKS);
    }
    if (current === undefined) {
      await readAhead.take(bytesFrom(n));
      current = fetchFrom(n);
    }
    const { to } = current;
    if (next === undefined && to < afterLast && atOnce === MAX_CHUNKS && readAhead.takeAtOnce(bytesFrom(to))) {
      next = fetchFrom(to);
    }
    return current;
  }

  return {
    read: async (into) => {
      if (at >= end) return 0;
      const n = Math.floor(at / chunkSize);
      const segment = await segmentOf(n);
      const row = (await segment.rows)[n - segment.from];
      const first = n * chunkSize;
      if (row?.n !== n || row.data.length !== Math.min(chunkSize, length - first)) {
        throw new FileGone(`Chunk ${n} of file ${String(id)} is missing or damaged.`);
      }
      const copied = row.data.copy(into, 0, at - first, end - first);
      at += copied;
      return copied;
    },

    release: () => {
      for (const segment of [current, next]) if (segment !== undefined) drop(segment);
      current = undefined;
      next = undefined;
      atOnce = 1;
    },
  };
}
