import type { Core } from '../core.ts';
import { type Finder, readFound } from '../search/finder.ts';
import { readable } from './access.ts';
import { createDocumentList } from './document-list.ts';
import { documentModel } from './model.ts';

/** Returns what finds documents by title and file name, newest first. */
export function findDocuments({ database }: Core): Finder {
  const list = createDocumentList(documentModel(database.connection));
  return (reader, search) =>
    readFound(
      (asked) => list({ search, ...asked }, readable(reader)),
      ({ _id, title, name, uploadedAt }) => ({
        kind: 'document',
        id: String(_id),
        title,
        about: name,
        date: uploadedAt.toISOString(),
      }),
    );
}
