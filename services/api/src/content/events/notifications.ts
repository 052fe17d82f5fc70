import type { Core } from '../../platform/core.ts';
import type { NotificationSource } from '../../platform/notifications/source.ts';
import { visibleTo } from './audience.ts';
import { eventModel } from './model.ts';

/** Returns what is told of events: those that others added or changed for the person. */
export function eventNotifications({ database }: Core): NotificationSource {
  const model = eventModel(database.connection);
  return {
    collection: 'events',
    since: async (reader, from, limit) => {
      const ofOthers = { ...visibleTo(reader), updatedAt: { $gte: from }, changedBy: { $ne: reader.own } };
      const rows = await model
        .find(ofOthers, { title: 1, updatedAt: 1, sequence: 1 })
        .sort({ updatedAt: -1, _id: -1 })
        .limit(limit)
        .lean();
      return rows.map(({ _id, title, updatedAt, sequence }) => ({
        kind: 'event',
        happening: sequence === 0 ? 'added' : 'changed',
        subject: String(_id),
        title,
        at: updatedAt,
      }));
    },
  };
}
