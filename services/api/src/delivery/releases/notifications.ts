import { MAX_WAITING_COUNTED, RETENTION } from '@cytocomm/contract';
import { TEAM_ACTOR } from '../../platform/calls/access.ts';
import type { Core } from '../../platform/core.ts';
import type { NotificationSource } from '../../platform/notifications/source.ts';
import { type ReleaseRecord, releaseModel } from './model.ts';
import type { TeamTokens } from './team-tokens.ts';

type JudgedRelease = Pick<ReleaseRecord, '_id' | 'remote' | 'version' | 'publishedAt' | 'publishedBy' | 'gate'>;

/** Whether a person or a team published it, not a start of a working copy. */
const isPublisher = (name: string) => name.includes('@') || name.startsWith(TEAM_ACTOR);

const NOTIFICATION_TTL_MS = RETENTION.notificationDays * 24 * 60 * 60 * 1000;

/**
 * Notifications of developers about gate results of published releases. Waiting are remotes whose newest release was refused, if
 * the developer published it or made a token of its team.
 */
export function releaseNotifications(
  { database }: Core,
  teamTokens: Pick<TeamTokens, 'remotesOf'>,
): NotificationSource {
  const model = releaseModel(database.connection);

  /** Returns remotes with refused releases of a developer, or of a team whose token they made. */
  async function refusedOf(email: string): Promise<readonly string[]> {
    const byTeam = await teamTokens.remotesOf(email);
    return model.distinct('remote', {
      'gate.outcome': 'refused',
      publishedAt: { $gte: new Date(database.now().getTime() - NOTIFICATION_TTL_MS) },
      $or: [{ publishedBy: email }, { remote: { $in: [...byTeam] } }],
    });
  }

  return {
    collection: 'releases',
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
    waiting: async ({ roles, email }) => {
      const remotes = roles.includes('developer') ? (await refusedOf(email)).slice(0, MAX_WAITING_COUNTED) : [];
      const newest = await Promise.all(
        remotes.map((remote) =>
          model
            .findOne({ remote }, { 'gate.outcome': 1 })
            .sort({ publishedAt: -1, _id: -1 })
            .lean<Pick<ReleaseRecord, 'gate'>>(),
        ),
      );
      return { kind: 'release', count: newest.filter((release) => release?.gate.outcome === 'refused').length };
    },
  };
}
