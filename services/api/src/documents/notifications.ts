import type { Core } from '../core.ts';
import type { NotificationSource } from '../notifications/source.ts';
import { readable } from './access.ts';
import { type DocumentRecord, documentModel } from './model.ts';
import { readableSince } from './readers-since.ts';

const FIELDS = ['title', 'visibility', 'uploadedAt', 'uploadedBy', 'readersSince'] as const;
type ShownDocument = Pick<DocumentRecord, '_id' | (typeof FIELDS)[number]>;

/** When a document can be new to somebody: with its upload, or when others could read it. */
const MOMENTS = ['uploadedAt', 'visibleSince'] as const;

/** Returns what is told of documents: those of others, since the moment at which the reader can read them. */
export function documentNotifications({ database }: Core): NotificationSource {
  const model = documentModel(database.connection);
  return {
    since: async (reader, from, limit) => {
      const visibilities = readable(reader);
      const rows = await Promise.all(
        visibilities.flatMap((visibility) =>
          MOMENTS.map((moment) =>
            model
              .find({ visibility, [moment]: { $gte: from } }, [...FIELDS])
              .sort({ [moment]: -1, _id: -1 })
              .limit(limit)
              .lean<ShownDocument[]>(),
          ),
        ),
      );
      const byId = new Map(rows.flat().map((row) => [String(row._id), row]));
      return [...byId]
        .filter(([, { uploadedBy }]) => uploadedBy !== reader.email)
        .map(([subject, row]) => ({
          kind: 'document' as const,
          happening: 'added' as const,
          subject,
          title: row.title,
          at: readableSince(row, visibilities),
        }))
        .filter(({ at }) => at >= from);
    },
  };
}
