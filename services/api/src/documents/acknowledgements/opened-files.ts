import type { Connection, Types } from 'mongoose';
import { accessModel } from '../access-log.ts';
import type { DocumentRecord } from '../model.ts';

/** A document, as far as that decides since when it has its file. */
type FiledDocument = Pick<DocumentRecord, '_id' | 'replaced'>;

/** Returns those of some documents that a person has opened since they have the file that they have, by one query. */
export async function openedFiles(
  connection: Connection,
  documents: readonly FiledDocument[],
  email: string,
): Promise<ReadonlySet<string>> {
  if (documents.length === 0) return new Set();
  const $or = documents.map(({ _id: documentId, replaced }) => ({
    ...{ documentId, by: email },
    // Without another file before, any access is one of this file, whatever the clocks of two processes say.
    ...(replaced && { at: { $gte: replaced.at } }),
  }));
  const opened: readonly Types.ObjectId[] = await accessModel(connection).distinct('documentId', { $or });
  return new Set(opened.map(String));
}
