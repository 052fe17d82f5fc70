import { MAX_NOTIFICATIONS, RETENTION } from '@cytocomm/contract';
import { LRUCache } from 'lru-cache';
import type { Principal } from '../../platform/calls/access.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Live } from '../../platform/live/service.ts';
import type { Happening, NotificationSource } from '../../platform/notifications/source.ts';

const KEPT_MS = RETENTION.notificationDays * 24 * 60 * 60 * 1000;
/** How long what was read counts at most, in ms: not all of it changes with a record, such as what its date brings. */
const MAX_AGE_MS = 3000;
const MAX_AUDIENCES = 500;

/** Returns the id of something that happened. */
export const idOf = ({ kind, subject, happening }: Happening): string => `${kind}:${subject}:${happening}`;

/** Newest first; of one moment by the id. */
function compare(a: Happening, b: Happening): number {
  return b.at.getTime() - a.at.getTime() || (idOf(a) < idOf(b) ? 1 : -1);
}

const inOrder = (names: readonly string[]) => names.toSorted().join(' ');

type Reading = Promise<readonly Happening[]>;

/**
 * Returns what the audience of a person is told, newest first. Of each source it is read once for all of the audience that ask this
 * process, until the feed of changes tells of one; without a feed nothing is kept.
 */
export function createHappenings(
  { database }: { readonly database: Pick<Database, 'now'> },
  sources: readonly NotificationSource[],
  live: Pick<Live, 'isFeedOpen' | 'onChange'>,
): (reader: Pick<Principal, 'roles' | 'groups' | 'email'>) => Reading {
  const known = sources.map((source) => ({
    source,
    readings: new LRUCache<string, Reading>({ max: MAX_AUDIENCES, ttl: MAX_AGE_MS }),
  }));
  /** The readings of an audience in one order, for as long as none of them is another. */
  const merged = new LRUCache<string, { readonly reads: readonly Reading[]; readonly all: Reading }>({
    max: MAX_AUDIENCES,
  });
  live.onChange((collection) => {
    for (const { source, readings } of known)
      if (collection === undefined || source.collection === collection) readings.clear();
  });

  return async ({ roles, groups, email }) => {
    const reader = { roles, groups, own: roles.includes('admin') ? email : '' };
    const audience = [inOrder(roles), inOrder(groups), reader.own].join(' / ');
    const from = new Date(database.now().getTime() - KEPT_MS);
    const reads = known.map(({ source, readings }) => {
      const kept = source.collection !== undefined && live.isFeedOpen() ? readings.get(audience) : undefined;
      if (kept !== undefined) return kept;
      const reading = source.since(reader, from, MAX_NOTIFICATIONS);
      readings.set(audience, reading);
      reading.catch(() => readings.peek(audience) === reading && readings.delete(audience));
      return reading;
    });
    const before = merged.get(audience);
    if (before?.reads.every((read, place) => read === reads[place])) return before.all;
    const all = Promise.all(reads).then((lists) => lists.flat().sort(compare).slice(0, MAX_NOTIFICATIONS));
    merged.set(audience, { reads, all });
    return all;
  };
}
