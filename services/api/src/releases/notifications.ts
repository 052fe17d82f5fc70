import type { Core } from '../core.ts';
import type { NotificationSource } from '../notifications/source.ts';
import { type ReleaseRecord, releaseModel } from './model.ts';

type JudgedRelease = Pick<ReleaseRecord, '_id' | 'remote' | 'version' | 'publishedAt' | 'publishedBy' | 'gate'>;

/** Whether a person or a team has published it, and not whoever runs the portal, with each start of a working copy. */
const isPublisher = (name: string) => name.includes('@') || name.startsWith('token ');

/** Returns what is told of releases, to developers: what the gate said of those that a person or team has published. */
export function releaseNotifications({ database }: Core): NotificationSource {
  const model = releaseModel(database.connection);
  return {
    since: async ({ roles }, from, limit) => {
      if (!roles.includes('developer')) return [];
      const rows = await model
        .find(
          { publishedAt: { $gte: from } },
          { remote: 1, version: 1, publishedAt: 1, publishedBy: 1, 'gate.outcome': 1 },
        )
        .sort({ publishedAt: -1, _id: -1 })
        .limit(limit)
        .lean<JudgedRelease[]>();
      return rows.flatMap(({ _id, remote, version, publishedAt, publishedBy, gate: { outcome } }) =>
        outcome === 'running' || !isPublisher(publishedBy)
          ? []
          : [
              {
                kind: 'release' as const,
                happening: outcome,
                subject: String(_id),
                title: `${remote} ${version}`,
                at: publishedAt,
              },
            ],
      );
    },
  };
}
