import { MAX_WAITING_COUNTED } from '@cytocomm/contract';
import type { Core } from '../../../platform/core.ts';
import type { Happening, NotificationSource } from '../../../platform/notifications/source.ts';
import { type PressReleaseRecord, pressReleaseModel } from '../model.ts';

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

/** Returns what admins are told of approvals: what others ask of them, and what came of what they wrote. */
export function approvalNotifications({ config, database }: Core): NotificationSource {
  const model = pressReleaseModel(database.connection);
  const concerns = ({ roles }: { readonly roles: readonly string[] }) =>
    config.pressReleaseApproval && roles.includes('admin');
  return {
    collection: 'press_releases',
    since: async (reader, from, limit) => {
      if (!concerns(reader)) return [];
      const [asked, answered] = await Promise.all([
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
      return [...asked, ...answered]
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
