import type { AdminPressReleaseListQuery, FoundRecord } from '@cytocomm/contract';
import type { Principal } from '../../platform/calls/access.ts';
import type { Core } from '../../platform/core.ts';
import { type Finder, readFound } from '../../platform/lists/finder.ts';
import { pressReleaseModel, readableKeys, statusOf } from './model.ts';
import { plannedWords } from './planned-words.ts';
import { createReleaseRows, type ListedRelease } from './release-list.ts';

/** Returns which releases a person may see, and their order; without keys all. */
function seenBy(reader: Principal) {
  if (reader.roles.includes('admin')) return { query: { sort: '-createdAt' }, keys: undefined } as const;
  return { query: { sort: '-date', status: 'published' }, keys: readableKeys(reader) } as const;
}

/**
 * Returns what tells a release from others: its date, and of one that is not out its status; a time in a zone in words. The words
 * name the status, too, for shells of before it had a field.
 */
function tellOf({ date, timeZone }: ListedRelease, now: Date): Pick<FoundRecord, 'about' | 'date' | 'status'> {
  const status = statusOf(date === undefined ? {} : { date }, now);
  const moment = date?.toISOString() ?? null;
  if (status === 'published') return { about: '', date: moment };
  const planned = timeZone === undefined ? undefined : plannedWords({ publishAt: date, timeZone });
  // By its own clocks it may be another day.
  return planned === undefined
    ? { about: status, date: moment, status }
    : { about: `${status}, ${planned}`, date: null, status };
}

/** Returns what finds press releases by title, newest first: admins find those that are not out, too. */
export function findPressReleases({ database }: Core): Finder {
  const list = createReleaseRows(pressReleaseModel(database.connection), database.now);
  return async (reader, search) => {
    const { query, keys } = seenBy(reader);
    const read = (asked: Pick<AdminPressReleaseListQuery, 'limit' | 'cursor'>) =>
      list({ search, ...query, ...asked }, { keys, titled: search });
    return readFound(read, (row) => ({
      kind: 'press-release',
      id: String(row._id),
      title: row.title,
      ...tellOf(row, database.now()),
    }));
  };
}
