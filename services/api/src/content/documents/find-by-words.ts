import { aboutDocument } from '@cytocomm/contract';
import type { Core } from '../../platform/core.ts';
import { type Finder, readFound } from '../../platform/lists/finder.ts';
import { readable, visibilityOf } from './access.ts';
import { createDocumentList } from './document-list.ts';
import { documentModel } from './model.ts';

/** Returns what finds documents by title and file name, newest first. */
export function findDocuments({ database }: Core): Finder {
  const list = createDocumentList(documentModel(database.connection));
  return (reader, search) =>
    readFound(
      (asked) => list({ search, ...asked }, readable(reader)),
      ({ _id, title, name, kind, revision, visibility, uploadedAt }) => ({
        kind: 'document',
        id: String(_id),
        title,
        about: aboutDocument({ kind, revision, visibility: visibilityOf(visibility), name }),
        date: uploadedAt.toISOString(),
      }),
    );
}
