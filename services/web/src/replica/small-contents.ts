import { Binary, type Collection, type Document, type ObjectId } from 'mongodb';

/** The most bytes of contents that are asked for together. */
const MAX_BATCH_BYTES = 4 * 1024 * 1024;

/** A content that is one piece of its bucket. */
export interface SmallContent {
  readonly file: ObjectId;
  readonly bytes: number;
}

function batchesOf(contents: readonly SmallContent[]): SmallContent[][] {
  const batches: SmallContent[][] = [];
  let room = 0;
  for (const content of contents) {
    const last = batches.at(-1);
    if (last !== undefined && content.bytes <= room) last.push(content);
    else batches.push([content]);
    room = (last !== undefined && content.bytes <= room ? room : MAX_BATCH_BYTES) - content.bytes;
  }
  return batches;
}

function bytesOf({ data }: Document): Uint8Array | undefined {
  return data instanceof Binary ? data.buffer.subarray(0, data.length()) : undefined;
}

/**
 * Returns what reads a content: a release has many small files, and a question for each would take longer than the files
 * themselves, so that the first one brings its neighbours. What is read once more is asked for alone.
 */
export function readTogether(
  pieces: Collection,
  contents: readonly SmallContent[],
): (file: ObjectId) => AsyncGenerator<Uint8Array> {
  const batches = batchesOf(contents);
  const batchOf = new Map(batches.flatMap((batch) => batch.map(({ file }) => [String(file), batch] as const)));
  const reading = new Map<SmallContent[], Promise<Map<string, Uint8Array>>>();

  async function read(files: readonly ObjectId[]): Promise<Map<string, Uint8Array>> {
    const found = new Map<string, Uint8Array>();
    for await (const piece of pieces.find({ files_id: { $in: [...files] }, n: 0 })) {
      const data = bytesOf(piece);
      if (data) found.set(String(piece.files_id), data);
    }
    return found;
  }

  return async function* (file) {
    const key = String(file);
    const batch = batchOf.get(key) ?? [];
    const batchRead = reading.get(batch) ?? read(batch.map((content) => content.file));
    reading.set(batch, batchRead);
    const together = await batchRead;
    const data = together.get(key) ?? (await read([file])).get(key);
    together.delete(key);
    if (data !== undefined) yield data;
  };
}
