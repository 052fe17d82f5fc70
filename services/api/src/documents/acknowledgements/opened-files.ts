import type { Connection, Types } from 'mongoose';
import { accessModel } from '../access-log.ts';
import type { DocumentRecord } from '../model.ts';

/** A document, as far as that decides which file it has. */
export type FiledDocument = Pick<DocumentRecord, '_id' | 'file'>;

/** Returns the ids of those documents whose current file a person has opened, by a query for each number that such a file has. */
export async function openedFiles(
  connection: Connection,
  documents: readonly FiledDocument[],
  by: string,
): Promise<ReadonlySet<string>> {
  const byNumber = Map.groupBy(documents, ({ file }) => file?.number ?? 1);
  const opened: readonly Types.ObjectId[][] = await Promise.all(
    [...byNumber].map(([number, some]) => {
      const documentId = { $in: some.map(({ _id }) => _id) };
      // Accesses of the first file name none.
      return accessModel(connection).distinct('documentId', { documentId, by, version: number === 1 ? null : number });
    }),
  );
  return new Set(opened.flat().map(String));
}
