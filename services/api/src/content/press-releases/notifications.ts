import { MAX_WAITING_COUNTED } from '@cytocomm/contract';
import { groupedKeys } from '../../platform/calls/readers.ts';
import type { Core } from '../../platform/core.ts';
import type { Happening, NotificationSource } from '../../platform/notifications/source.ts';
import { type PressReleaseRecord, pressReleaseModel, readableKeys } from './model.ts';

type Answered = Pick<PressReleaseRecord, '_id' | 'title' | 'pending' | 'approval' | 'writers'>;
const ANSWERED = ['approved', 'declined'] as const;
const FIELDS = { title: 1, 'pending.title': 1, approval: 1, writers: 1 } as const;

function happeningOf({ _id, title, pending, approval, writers = [] }: Answered, reader: string): Happening | undefined {
  const about = {
    kind: 'press-release',
    subject: String(_id),
    title: (pending?.title ?? title) || 'Untitled',
  } as const;
  if (approval?.state === 'asked' && approval.askedAt !== undefined && !writers.includes(reader))
    return { ...about, happening: 'asked', at: approval.askedAt };
  if (approval?.at === undefined || !approval.tell?.includes(reader)) return undefined;
  if (approval.state === 'approved') return { ...about, happening: 'approved', at: approval.at };
  return approval.state === 'declined' ? { ...about, happening: 'declined', at: approval.at } : undefined;
}

/** Notifications of admins about approvals: requests to them, and answers about their texts. */
export function approvalNotifications({ config, database }: Core): NotificationSource {
  const model = pressReleaseModel(database.connection);
  const concerns = ({ roles }: { readonly roles: readonly string[] }) =>
    config.pressReleaseApproval && roles.includes('admin');
  return {
    collection: 'press_releases',
    since: async (reader, from, limit) => {
      if (!concerns(reader)) return [];
      const [requests, answers] = await Promise.all([
        model
          .find({ 'approval.state': 'asked', 'approval.askedAt': { $gte: from }, writers: { $ne: reader.own } }, FIELDS)
          .sort({ 'approval.askedAt': -1 })
          .limit(limit)
          .lean<Answered[]>(),
        model
          .find(
            { 'approval.tell': reader.own, 'approval.state': { $in: ANSWERED }, 'approval.at': { $gte: from } },
            FIELDS,
          )
          .sort({ 'approval.at': -1 })
          .limit(limit)
          .lean<Answered[]>(),
      ]);
      return [...requests, ...answers]
        .flatMap((row) => happeningOf(row, reader.own) ?? [])
        .toSorted((a, b) => b.at.getTime() - a.at.getTime())
        .slice(0, limit);
    },
    waiting: async (reader) => ({
      kind: 'press-release',
      what: 'approval',
      count: concerns(reader)
        ? await model.countDocuments(
            { 'approval.state': 'asked', writers: { $ne: reader.email } },
            { limit: MAX_WAITING_COUNTED },
          )
        : 0,
    }),
  };
}

type OutPressRelease = Pick<PressReleaseRecord, '_id' | 'title' | 'date' | 'author'>;

/** Notifications about press releases that others published; for admins also the number of drafts. */
export function pressReleaseNotifications({ database }: Core): NotificationSource {
  const model = pressReleaseModel(database.connection);
  return {
    collection: 'press_releases',
    since: async (reader, from, limit) => {
      const rows = await Promise.all(
        groupedKeys(readableKeys(reader)).map((target) =>
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
