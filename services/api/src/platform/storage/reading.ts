import { setFlagsFromString } from 'node:v8';
import type { mongo } from 'mongoose';
import type { ChunkRecord, StoredFile } from './model.ts';
import type { Grant, ReaderShare } from './read-ahead.ts';

/** A quarter of how many MB of new buffers V8 allows before it collects them. */
const NEW_SPACE_MB = 4;

/** Makes V8 collect new buffers every 16 MB instead of 64 MB, which would cost collections of the whole heap and more memory. */
export function collectBuffersSoon(): void {
  setFlagsFromString(`--scavenger-max-new-space-capacity-mb=${NEW_SPACE_MB}`);
}

/** Frees the memory of a buffer at once. All buffers on the same memory become empty. */
function freeMemoryOf(bytes: Buffer): void {
  const { buffer } = bytes;
  // Small buffers share a pool.
  if (buffer instanceof ArrayBuffer && buffer.byteLength > Buffer.poolSize) buffer.transfer(0);
}

/** A file is missing or incomplete: it was deleted meanwhile. */
export class FileGone extends Error {
  override readonly name = 'FileGone';
}

/** Reads a part of a file for one client. */
export interface Reading {
  /** Copies the next bytes into `into`. Returns their number, 0 at the end. Throws FileGone. */
  read(into: Buffer): Promise<number>;
  /** Frees the memory while the client does not read, whose network has a smaller share for a while. The next `read` reads again. */
  pause(): void;
  /** Ends it and frees the memory. */
  release(): void;
}

/**
 * How many chunks are read at once, some 2 MB. A reader starts with one, also after `pause`. It has twice as many each time that it
 * took them promptly, and reads ahead when it is here.
 */
const MAX_CHUNKS = 8;
/** How long a client may take for what was read at once, in ms, to be given more. */
const PROMPT_MS = 250;

/** Consecutive chunks, read or being read. */
interface Segment {
  readonly from: number;
  readonly to: number;
  readonly grant: Grant;
  readonly rows: Promise<readonly ChunkRecord[]>;
}

/**
 * Returns a reading of some chunks at a time, the next ones in advance, in its share of the memory. GridFSBucketReadStream
 * fetches up to 16 MB per reader, its cursor ends after ten minutes, and it reports a file deleted meanwhile as complete.
 */
export function openReading(
  chunks: mongo.Collection<ChunkRecord>,
  share: ReaderShare,
  { id, length, chunkSize }: Omit<StoredFile, 'sha256'>,
  start: number,
  end: number,
): Reading {
  const afterLast = Math.ceil(end / chunkSize);
  let at = start;
  let atOnce = 1;
  let current: Segment | undefined;
  let currentSince = 0;
  let next: Segment | undefined;

  /** Reads some chunks, for which memory was granted. */
  function fetch(from: number, count: number, grant: Grant): Segment {
    const to = from + count;
    const rows = chunks
      .find({ files_id: id, n: { $gte: from, $lt: to } }, { promoteBuffers: true, singleBatch: true })
      .sort({ n: 1 })
      .limit(count)
      .toArray();
    // No unhandled rejection: the reader may have ended.
    rows.then(grant.arrived, grant.arrived);
    return { from, to, grant, rows };
  }

  function drop({ rows, grant }: Segment): void {
    rows
      .then((chunkRecords) => {
        // All share the memory of one message.
        for (const { data } of chunkRecords) freeMemoryOf(data);
      })
      .catch(() => undefined)
      // After its arrival: it needs the memory until then.
      .finally(grant.giveBack);
  }

  /** Reads as many chunks as there is memory for, waiting for that of one. */
  async function fetchFrom(from: number): Promise<Segment> {
    for (let count = Math.min(atOnce, afterLast - from); count > 1; count = Math.floor(count / 2)) {
      const grant = share.takeAtOnce(count * chunkSize);
      if (grant !== undefined) return fetch(from, count, grant);
    }
    return fetch(from, 1, await share.take(chunkSize));
  }

  function fetchAhead(from: number): Segment | undefined {
    const count = Math.min(atOnce, afterLast - from);
    const grant = count > 0 && atOnce === MAX_CHUNKS ? share.takeAtOnce(count * chunkSize) : undefined;
    return grant && fetch(from, count, grant);
  }

  async function segmentOf(n: number): Promise<Segment> {
    if (current !== undefined && n >= current.to) {
      drop(current);
      const isPrompt = performance.now() - currentSince < PROMPT_MS;
      atOnce = isPrompt ? Math.min(atOnce * 2, MAX_CHUNKS) : Math.ceil(atOnce / 2);
      current = next;
      next = undefined;
      currentSince = performance.now();
    }
    if (current === undefined) {
      current = await fetchFrom(n);
      await current.rows;
      currentSince = performance.now();
    }
    next ??= fetchAhead(current.to);
    return current;
  }

  function free(): void {
    for (const segment of [current, next]) if (segment !== undefined) drop(segment);
    current = undefined;
    next = undefined;
    atOnce = 1;
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

    pause: () => {
      share.noteStalled();
      free();
    },

    release: () => {
      // Who comes again and again leaves something each time.
      if (at < end) share.noteLeft();
      share.close();
      free();
    },
  };
}
