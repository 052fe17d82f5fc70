import { fewOf } from '../../platform/calls/readers.ts';
import type { Core } from '../../platform/core.ts';
import type { NotificationSource } from '../../platform/notifications/source.ts';
import { readable } from './access.ts';
import { type DocumentRecord, documentModel } from './model.ts';
import { readableSince } from './readers-since.ts';

const FIELDS = ['title', 'visibility', 'uploadedAt', 'uploadedBy', 'readersSince', 'toldAt', 'replaced'] as const;
type ShownDocument = Pick<DocumentRecord, '_id' | (typeof FIELDS)[number]>;

/** When a document can be new to somebody: with its upload, when others could read it, or when they were told of another file. */
const MOMENTS = ['uploadedAt', 'visibleSince', 'toldAt'] as const;

/** Returns what is told of documents: those of others, since the moment at which the reader can read them. */
export function documentNotifications({ database }: Core): NotificationSource {
  const model = documentModel(database.connection);
  return {
    collection: 'documents',
    since: async (reader, from, limit) => {
      const keys = readable(reader);
      const rows = await Promise.all(
        fewOf(keys).flatMap((visibility) =>
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
        .flatMap(([subject, row]) => {
          const { title, uploadedBy, toldAt, replaced } = row;
          const added = readableSince(row, keys);
          const isChanged = toldAt !== undefined && toldAt > added;
          // Who did it knows.
          if ((isChanged ? replaced?.by : uploadedBy) === reader.own) return [];
          const happening = isChanged ? ('changed' as const) : ('added' as const);
          return [{ kind: 'document' as const, happening, subject, title, at: isChanged ? toldAt : added }];
        })
        .filter(({ at }) => at >= from);
    },
  };
}
