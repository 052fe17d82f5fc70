import { RELEASE_COLLECTIONS } from '@cytocomm/releases';
import type { Connection, mongo, Types } from 'mongoose';

/** A file of a content in GridFS. */
interface FileHead {
  readonly _id: Types.ObjectId;
  readonly length: number;
  readonly chunkSize: number;
  readonly uploadDate: Date;
  readonly filename: string;
}

/** A piece of a file. */
interface FilePiece {
  readonly _id: Types.ObjectId;
  readonly files_id: Types.ObjectId;
  readonly n: number;
  readonly data: Buffer;
}

/** The two collections of the bucket that holds the contents of releases. */
export interface ContentFiles {
  readonly heads: mongo.Collection<FileHead>;
  readonly pieces: mongo.Collection<FilePiece>;
  /** Removes a file. A process that ends in between leaves pieces, which the sweep finds. */
  remove(id: Types.ObjectId): Promise<void>;
}

/** Returns the files of the contents of a database. Its client must be connected. */
export function contentFiles(connection: Connection): ContentFiles {
  const db = connection.getClient().db(connection.name);
  const heads = db.collection<FileHead>(`${RELEASE_COLLECTIONS.bucket}.files`);
  const pieces = db.collection<FilePiece>(`${RELEASE_COLLECTIONS.bucket}.chunks`);
  return {
    heads,
    pieces,
    remove: async (id) => {
      await heads.deleteOne({ _id: id });
      await pieces.deleteMany({ files_id: id });
    },
  };
}
