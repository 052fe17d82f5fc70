import type { NotificationSource } from '../notifications/source.ts';
import { type Causes, causeIdOf } from './causes.ts';

/** Returns what is told of failures, to developers: each cause when it was first reported. */
export function failureNotifications(causes: Pick<Causes, 'newest'>): NotificationSource {
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
  };
}
