import type { mongo } from 'mongoose';
import { freeMemoryOf } from './buffer-memory.ts';
import type { StoredFile } from './file-store.ts';
import type { ChunkRecord } from './model.ts';
import type { ReadAhead } from './read-ahead.ts';

/** A file is not there, or not whole: it was deleted meanwhile. */
export class FileGone extends Error {
  override readonly name = 'FileGone';
}

/** A part of a file that is being read, by one reader at its own speed. */
export interface Reading {
  /** Copies the bytes that follow into `into`, as many as are at hand. Resolves to their number, 0 at the end. Throws FileGone. */
  read(into: Buffer): Promise<number>;
  /** Frees what was read ahead: the reader has ended, or cannot take it for now. The next `read` reads it again. */
  letGo(): void;
}

/** So many chunks are read at once: some 2 MB. A reader that let go begins anew with one, and reads nothing ahead until it is back here. */
const MAX_CHUNKS = 8;

/** Some chunks in a row, or on their way here. They hold `bytes` of the memory for reading ahead. */
interface Segment {
  readonly from: number;
  readonly to: number;
  readonly bytes: number;
  readonly rows: Promise<readonly ChunkRecord[]>;
}

/**
 * Reads a part of a file some chunks at a time, the next ones while the present ones are taken. What is read stands in `readAhead`.
 *
 * GridFSBucketReadStream is not used here: its cursor fetches up to 16 MB at once for each reader, whatever the reader can
 * take; a slow reader's cursor ends after ten minutes; and a file that is deleted meanwhile ends it as if that were all.
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
  let present: Segment | undefined;
  let next: Segment | undefined;

  const bytesFrom = (from: number) => Math.min(atOnce, afterLast - from) * chunkSize;

  /** The memory for it must have been taken. */
  function fetchFrom(from: number): Segment {
    const to = Math.min(from + atOnce, afterLast);
    const rows = chunks
      .find({ files_id: id, n: { $gte: from, $lt: to } }, { promoteBuffers: true, singleBatch: true })
      .sort({ n: 1 })
      .limit(to - from)
      .toArray();
    // A failure is told when its turn comes; until then nobody listens, and the reader may have left.
    rows.catch(() => undefined);
    return { from, to, bytes: bytesFrom(from), rows };
  }

  function drop({ rows, bytes }: Segment): void {
    rows
      .then((found) => {
        // All lie in the one message that they came in.
        for (const { data } of found) freeMemoryOf(data);
      })
      .catch(() => undefined)
      // Not before it has arrived: until then it needs the memory.
      .finally(() => readAhead.giveBack(bytes));
  }

  async function segmentOf(n: number): Promise<Segment> {
    if (present !== undefined && n >= present.to) {
      drop(present);
      present = next;
      next = undefined;
      atOnce = Math.min(atOnce * 2, MAX_CHUNKS);
    }
    if (present === undefined) {
      await readAhead.take(bytesFrom(n));
      present = fetchFrom(n);
    }
    const { to } = present;
    if (next === undefined && to < afterLast && atOnce === MAX_CHUNKS && readAhead.takeAtOnce(bytesFrom(to))) {
      next = fetchFrom(to);
    }
    return present;
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

    letGo: () => {
      for (const segment of [present, next]) if (segment !== undefined) drop(segment);
      present = undefined;
      next = undefined;
      atOnce = 1;
    },
  };
}
