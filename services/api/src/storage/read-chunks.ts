import type { mongo } from 'mongoose';
import type { StoredFile } from './file-store.ts';
import type { ChunkRecord } from './model.ts';

/** A file is not there, or not whole: it was deleted meanwhile. */
export class FileGone extends Error {
  override readonly name = 'FileGone';
}

/** What all readers of this process may hold at once, half of it being sent and half of it on its way here. */
const ALL_READERS_BYTES = 16 * 1024 * 1024;
/** The first segment, so that the first byte comes soon; each one is twice as long as the one before, up to the longest. */
const FIRST_SEGMENT_BYTES = 2 * 1024 * 1024;
const LONGEST_SEGMENT_BYTES = 4 * 1024 * 1024;

let readers = 0;

/** How many bytes the next segment may have: fewer, the more readers share the memory. */
function segmentBytes(number: number): number {
  const share = ALL_READERS_BYTES / 2 / Math.max(1, readers);
  return Math.min(FIRST_SEGMENT_BYTES * 2 ** Math.min(number, 8), LONGEST_SEGMENT_BYTES, share);
}

/**
 * Reads a part of a file segment by segment, the next one while the present one is sent.
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
  const afterLast = Math.ceil(end / chunkSize);
  let segments = 0;

  const fetchFrom = (from: number) => {
    // A part that begins in the middle of a chunk needs one chunk more.
    const wanted = Math.floor(segmentBytes(segments) / chunkSize) + (segments === 0 ? 1 : 0);
    const to = Math.min(from + Math.max(1, wanted), afterLast);
    segments += 1;
    const rows = chunks
      .find({ files_id: id, n: { $gte: from, $lt: to } }, { promoteBuffers: true, singleBatch: true })
      .sort({ n: 1 })
      .limit(Math.max(1, to - from))
      .toArray();
    // A failure is told when its turn comes; until then nobody listens, and the reader may have left.
    rows.catch(() => undefined);
    return { from, to, rows };
  };

  const following = ({ to }: { readonly to: number }) => (to < afterLast ? fetchFrom(to) : undefined);

  readers += 1;
  try {
    let present = fetchFrom(Math.floor(start / chunkSize));
    for (;;) {
      // On its way while the present one is awaited and sent.
      const next = following(present);
      const { from, to } = present;
      const rows = await present.rows;
      for (let n = from; n < to; n += 1) {
        const row = rows[n - from];
        const first = n * chunkSize;
        if (row?.n !== n || row.data.length !== Math.min(chunkSize, length - first)) {
          throw new FileGone(`Chunk ${n} of file ${String(id)} is missing or damaged.`);
        }
        yield row.data.subarray(Math.max(0, start - first), Math.min(row.data.length, end - first));
      }
      if (next === undefined) return;
      present = next;
    }
  } finally {
    readers -= 1;
  }
}
