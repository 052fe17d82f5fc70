import { MAX_WAITING_COUNTED } from '@cytocomm/contract';
import type { NotificationSource } from '../../platform/notifications/source.ts';
import type { Causes } from './causes.ts';
import type { LockedReleases } from './locked-releases.ts';

/**
 * Returns what is told of failures, to developers: each cause when it was confirmed. Those of releases that pages still run wait
 * for them.
 */
export function failureNotifications(causes: Pick<Causes, 'confirmed'>, releases: LockedReleases): NotificationSource {
  return {
    since: async ({ roles }, from, limit) => {
      if (!roles.includes('developer')) return [];
      return (await causes.confirmed())
        .filter(({ at }) => at >= from)
        .slice(0, limit)
        .map(({ id, at, component, remote }) => ({
          kind: 'failure' as const,
          happening: 'failed' as const,
          subject: id,
          title: `${component} of ${remote}`,
          at,
        }));
    },
    waiting: async ({ roles }) => {
      const all = roles.includes('developer') ? await causes.confirmed() : [];
      const open = await Promise.all(all.map(({ remote, release }) => releases.names(remote, release)));
      return { kind: 'failure', count: Math.min(open.filter((isOpen) => isOpen).length, MAX_WAITING_COUNTED) };
    },
  };
}
