import type { mongo } from 'mongoose';
import type { StoredFile } from './file-store.ts';
import type { ChunkRecord } from './model.ts';

/** A file is not there, or not whole: it was deleted meanwhile. */
export class FileGone extends Error {
  override readonly name = 'FileGone';
}

const SEGMENT_BYTES = 512 * 1024;

/**
 * Reads a part of a file, a few chunks at a time, the next ones while the present ones are sent.
 *
 * GridFSBucketReadStream is not used here: its cursor fetches up to 16 MB at once for each reader, whatever the reader can
 * take; a slow reader's cursor ends after ten minutes; and a file that is deleted meanwhile ends it as if that were all.
 */
export async function* readChunks(
  chunks: mongo.Collection<ChunkRecord>,
  { id, length, chunkSize }: Omit<StoredFile, 'sha256'>,
  start: number,
  end: number,
): AsyncGenerator<Buffer, void> {
  const perSegment = Math.max(1, Math.floor(SEGMENT_BYTES / chunkSize));
  const afterLast = Math.ceil(end / chunkSize);
  const fetchFrom = (n: number): Promise<ChunkRecord[]> => {
    const count = Math.min(perSegment, afterLast - n);
    if (count <= 0) return Promise.resolve([]);
    const rows = chunks
      .find({ files_id: id, n: { $gte: n, $lt: n + count } }, { promoteBuffers: true, singleBatch: true })
      .sort({ n: 1 })
      .limit(count)
      .toArray();
    // A failure is told when its turn comes; until then nobody listens, and the reader may have left.
    rows.catch(() => undefined);
    return rows;
  };

  let n = Math.floor(start / chunkSize);
  let next = fetchFrom(n);
  while (n < afterLast) {
    const rows = await next;
    const count = Math.min(perSegment, afterLast - n);
    next = fetchFrom(n + count);
    for (let i = 0; i < count; i += 1, n += 1) {
      const row = rows[i];
      const first = n * chunkSize;
      if (row?.n !== n || row.data.length !== Math.min(chunkSize, length - first)) {
        throw new FileGone(`Chunk ${n} of file ${String(id)} is missing or damaged.`);
      }
      yield row.data.subarray(Math.max(0, start - first), Math.min(row.data.length, end - first));
    }
  }
}
