import { MAX_FOUND_OF_KIND } from '@cytocomm/contract';
import type { Core } from '../core.ts';
import { newestFirst } from '../database/newest-first.ts';
import { type Finder, holdsWords } from '../search/finder.ts';
import { readable } from './access.ts';
import { type DocumentRecord, documentModel } from './model.ts';

type FoundDocument = Pick<DocumentRecord, '_id' | 'title' | 'name' | 'uploadedAt'>;
const order = newestFirst<FoundDocument>('uploadedAt', (row) => row.uploadedAt);

/** Returns what finds documents by title and file name, newest first. */
export function findDocuments({ database }: Core): Finder {
  const model = documentModel(database.connection);
  return async (reader, words) => {
    const $and = holdsWords<DocumentRecord>(words, 'title', 'name');
    // One query for each visibility: an index has each in order.
    const found = await Promise.all(
      readable(reader).map((visibility) =>
        model
          .find({ visibility, $and }, { title: 1, name: 1, uploadedAt: 1 })
          .sort(order.sort)
          .limit(MAX_FOUND_OF_KIND)
          .lean<FoundDocument[]>(),
      ),
    );
    return order.page(found, MAX_FOUND_OF_KIND).page.map(({ _id, title, name, uploadedAt }) => ({
      kind: 'document',
      id: String(_id),
      title,
      about: name,
      date: uploadedAt.toISOString(),
    }));
  };
}
