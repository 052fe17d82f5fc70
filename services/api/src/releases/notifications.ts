import { RETENTION } from '@cytocomm/contract';
import type { Core } from '../core.ts';
import { MAX_WAITING, type NotificationSource } from '../notifications/source.ts';
import { type ReleaseRecord, releaseModel } from './model.ts';
import type { TeamTokens } from './team-tokens.ts';

type JudgedRelease = Pick<ReleaseRecord, '_id' | 'remote' | 'version' | 'publishedAt' | 'publishedBy' | 'gate'>;

/** Whether a person or a team has published it, and not whoever runs the portal, with each start of a working copy. */
const isPublisher = (name: string) => name.includes('@') || name.startsWith('token ');

/** How many refused releases are looked at for what waits, the newest. */
const MAX_REFUSED = 200;
const KEPT_MS = RETENTION.notificationDays * 24 * 60 * 60 * 1000;

/**
 * Returns what is told of releases, to developers: what the gate said of those that a person or team has published. What waits for a
 * developer is a remote whose newest release was refused, where they published that or made a token of its team.
 */
export function releaseNotifications(
  { database }: Core,
  teamTokens: Pick<TeamTokens, 'remotesOf'>,
): NotificationSource {
  const model = releaseModel(database.connection);

  /** Returns the remotes of a developer with a refused release, each with when the newest one was published. */
  async function refusedOf(email: string): Promise<ReadonlyMap<string, Date>> {
    const refused = await model
      .find(
        { 'gate.outcome': 'refused', publishedAt: { $gte: new Date(database.now().getTime() - KEPT_MS) } },
        { remote: 1, publishedAt: 1, publishedBy: 1 },
      )
      .sort({ publishedAt: -1 })
      .limit(MAX_REFUSED)
      .lean<Pick<ReleaseRecord, 'remote' | 'publishedAt' | 'publishedBy'>[]>();
    const newest = new Map(refused.toReversed().map(({ remote, publishedAt }) => [remote, publishedAt]));
    const byTeam = await teamTokens.remotesOf(email, [...newest.keys()]);
    const own = new Set([
      ...byTeam,
      ...refused.filter(({ publishedBy }) => publishedBy === email).map(({ remote }) => remote),
    ]);
    return new Map([...newest].filter(([remote]) => own.has(remote)));
  }

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
    waiting: async ({ roles, email }) => {
      const refused = roles.includes('developer') ? [...(await refusedOf(email))].slice(0, MAX_WAITING) : [];
      const later = await Promise.all(
        refused.map(([remote, publishedAt]) => model.exists({ remote, publishedAt: { $gt: publishedAt } })),
      );
      return { kind: 'release', count: later.filter((release) => release === null).length };
    },
  };
}
