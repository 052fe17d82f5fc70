import { MAX_WAITING_COUNTED, RETENTION } from '@cytocomm/contract';
import type { Database } from '../database/database.ts';
import type { NotificationSource } from '../notifications/source.ts';
import { outboxModel } from './model.ts';

const KEPT_MS = RETENTION.mailDays * 24 * 60 * 60 * 1000;

/** Returns what is told of mails, to admins: those that were given up. One line for all: a list may fail as a whole. */
export function mailNotifications({
  database,
}: {
  readonly database: Pick<Database, 'connection'>;
}): NotificationSource {
  const model = outboxModel(database.connection);
  return {
    collection: 'outbox',
    since: async ({ roles }, from) => {
      if (!roles.includes('admin')) return [];
      const newest = await model
        .findOne({ status: 'failed', createdAt: { $gte: from } }, { createdAt: 1, forgetAt: 1 })
        .sort({ createdAt: -1, _id: -1 })
        .lean();
      if (newest === null) return [];
      // When it was given up: from then on it is kept for its days.
      const at = newest.forgetAt === undefined ? newest.createdAt : new Date(newest.forgetAt.getTime() - KEPT_MS);
      const title = 'A mail could not be delivered after several attempts';
      return [{ kind: 'mail', happening: 'failed', subject: 'failed', title, at }];
    },
    waiting: async ({ roles }) => ({
      kind: 'mail',
      count: roles.includes('admin')
        ? await model.countDocuments({ status: 'failed' }, { limit: MAX_WAITING_COUNTED })
        : 0,
    }),
  };
}
