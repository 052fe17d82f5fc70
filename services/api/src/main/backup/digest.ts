import { createHash, type Hash } from 'node:crypto';
import { mongo } from 'mongoose';
import { z } from 'zod';

/** What a GridFS file is checked by. */
export interface FileDigest {
  readonly id: string;
  readonly length: number;
  readonly sha256: string;
}

/** What the records of a collection are checked by. */
export interface Digest {
  readonly documents: number;
  /** Of their BSON, in the order of `orderOf`. */
  readonly sha256: string;
  /** Of each file whose pieces are among them. */
  readonly files: readonly FileDigest[];
}

const chunkSchema = z.object({ files_id: z.unknown(), data: z.instanceof(mongo.Binary) });

/** Whether a collection holds the pieces of GridFS files. */
export function holdsFiles(collection: string): boolean {
  return collection.endsWith('.chunks');
}

/** The order in which a collection is read: by an index in each case, and file by file where it holds files. */
export function orderOf(collection: string): Record<string, 1> {
  return holdsFiles(collection) ? { files_id: 1, n: 1 } : { _id: 1 };
}

/** Counts and hashes what it is shown: the records of a collection, and of GridFS pieces each file by itself. */
export function createDigester(collection: string) {
  const hash = createHash('sha256');
  const files: FileDigest[] = [];
  let documents = 0;
  let open: { readonly id: string; readonly hash: Hash; length: number } | undefined;
  const endFile = () => {
    if (open) files.push({ id: open.id, length: open.length, sha256: open.hash.digest('hex') });
  };
  return {
    /** Takes the next record. */
    add(raw: Buffer): void {
      documents += 1;
      hash.update(raw);
      if (!holdsFiles(collection)) return;
      const { files_id, data } = chunkSchema.parse(mongo.BSON.deserialize(raw, { promoteBuffers: false }));
      const id = idText(files_id);
      if (open?.id !== id) {
        endFile();
        open = { id, hash: createHash('sha256'), length: 0 };
      }
      open.hash.update(data.value());
      open.length += data.length();
    },
    /** What was seen: to be called once, behind the last record. */
    end(): Digest {
      endFile();
      return { documents, sha256: hash.digest('hex'), files };
    },
  };
}

/** An `_id` of any type as text. */
export function idText(id: unknown): string {
  return mongo.BSON.EJSON.stringify({ id });
}
