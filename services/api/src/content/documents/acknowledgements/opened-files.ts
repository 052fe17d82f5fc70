import type { Connection, Types } from 'mongoose';
import type { Principal } from '../../../platform/http/access.ts';
import { accessModel, loggedNumber } from '../access-log.ts';
import type { DocumentRecord } from '../model.ts';

/** A document, as far as that decides which file it has. */
export type FiledDocument = Pick<DocumentRecord, '_id' | 'file'>;

/** Somebody who opens files. */
export type Opener = Pick<Principal, 'email' | 'addedAt'>;

/** Returns the ids of those SOPs of whose current file a person was sent enough to have opened it, by a query for each number that such a file has. */
export async function openedFiles(
  connection: Connection,
  documents: readonly FiledDocument[],
  { email: by, addedAt }: Opener,
): Promise<ReadonlySet<string>> {
  // Earlier ones are of somebody else who had the address.
  const at = { $gte: addedAt };
  const opened: readonly Types.ObjectId[][] = await Promise.all(
    [...Map.groupBy(documents, loggedNumber)].map(([version, some]) => {
      const documentId = { $in: some.map(({ _id }) => _id) };
      return accessModel(connection).distinct('documentId', { documentId, by, version, at, whole: true });
    }),
  );
  return new Set(opened.flat().map(String));
}
