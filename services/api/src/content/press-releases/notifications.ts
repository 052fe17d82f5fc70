import { MAX_WAITING_COUNTED } from '@cytocomm/contract';
import { fewOf } from '../../platform/calls/readers.ts';
import type { Core } from '../../platform/core.ts';
import type { NotificationSource } from '../../platform/notifications/source.ts';
import { type PressReleaseRecord, pressReleaseModel, readableKeys } from './model.ts';

type OutPressRelease = Pick<PressReleaseRecord, '_id' | 'title' | 'date' | 'author'>;

/** Returns what is told of press releases: those of others that came out; to admins also the drafts. */
export function pressReleaseNotifications({ database }: Core): NotificationSource {
  const model = pressReleaseModel(database.connection);
  return {
    collection: 'press_releases',
    since: async (reader, from, limit) => {
      const rows = await Promise.all(
        fewOf(readableKeys(reader)).map((target) =>
          model
            .find({ target, date: { $gte: from, $lte: database.now() } }, { title: 1, date: 1, author: 1 })
            .sort({ date: -1, _id: -1 })
            .limit(limit)
            .lean<OutPressRelease[]>(),
        ),
      );
      const byId = new Map(rows.flat().map((row) => [String(row._id), row]));
      return [...byId].flatMap(([subject, { title, date, author }]) =>
        date === undefined || author === reader.own
          ? []
          : [{ kind: 'press-release' as const, happening: 'added' as const, subject, title, at: date }],
      );
    },
    waiting: async ({ roles }) => ({
      kind: 'press-release',
      count: roles.includes('admin')
        ? await model.countDocuments({ status: 'draft' }, { limit: MAX_WAITING_COUNTED })
        : 0,
    }),
  };
}
