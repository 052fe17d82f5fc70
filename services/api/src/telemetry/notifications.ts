import { MAX_WAITING_COUNTED } from '@cytocomm/contract';
import type { NotificationSource } from '../notifications/source.ts';
import { type Causes, causeIdOf } from './causes.ts';
import type { LockedReleases } from './locked-releases.ts';

/**
 * Returns what is told of failures, to developers: each cause when it was first reported. Those of releases that pages still run wait
 * for them.
 */
export function failureNotifications(
  causes: Pick<Causes, 'newest' | 'ofReleases'>,
  releases: LockedReleases,
): NotificationSource {
  return {
    since: async ({ roles }, from, limit) => {
      if (!roles.includes('developer')) return [];
      return (await causes.newest())
        .map(({ firstAt, ...cause }) => ({
          kind: 'failure' as const,
          happening: 'failed' as const,
          subject: causeIdOf(cause),
          title: `${cause.component} of ${cause.remote}`,
          at: new Date(firstAt),
        }))
        .filter(({ at }) => at >= from)
        .slice(0, limit);
    },
    waiting: async ({ roles }) => {
      const all = roles.includes('developer') ? await causes.ofReleases() : [];
      const open = await Promise.all(all.map(({ remote, release }) => releases.names(remote, release)));
      return { kind: 'failure', count: Math.min(open.filter((isOpen) => isOpen).length, MAX_WAITING_COUNTED) };
    },
  };
}
