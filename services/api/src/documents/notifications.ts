import type { Core } from '../core.ts';
import { newestFirst } from '../database/newest-first.ts';
import type { NotificationSource } from '../notifications/source.ts';
import { readable } from './access.ts';
import { type DocumentRecord, documentModel } from './model.ts';

type NewDocument = Pick<DocumentRecord, '_id' | 'title' | 'uploadedAt' | 'uploadedBy'>;
const order = newestFirst<NewDocument>('uploadedAt', (row) => row.uploadedAt);

/** Returns what is told of documents: those that others added. */
export function documentNotifications({ database }: Core): NotificationSource {
  const model = documentModel(database.connection);
  return {
    since: async (reader, from, limit) => {
      const rows = await Promise.all(
        readable(reader).map((visibility) =>
          model
            .find({ visibility, uploadedAt: { $gte: from } }, { title: 1, uploadedAt: 1, uploadedBy: 1 })
            .sort(order.sort)
            .limit(limit)
            .lean<NewDocument[]>(),
        ),
      );
      return rows
        .flat()
        .filter(({ uploadedBy }) => uploadedBy !== reader.email)
        .map(({ _id, title, uploadedAt }) => ({
          kind: 'document',
          happening: 'added',
          subject: String(_id),
          title,
          at: uploadedAt,
        }));
    },
  };
}
