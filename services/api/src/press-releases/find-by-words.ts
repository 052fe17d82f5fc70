import { MAX_FOUND_OF_KIND, type ReleaseTarget } from '@cytocomm/contract';
import type { Core } from '../core.ts';
import { newestFirst } from '../database/newest-first.ts';
import type { Principal } from '../http/access.ts';
import { type Finder, holdsWords } from '../search/finder.ts';
import { type PressReleaseRecord, pressReleaseModel, statusOf } from './model.ts';
import { plannedWords } from './planned-words.ts';

type FoundRelease = Pick<PressReleaseRecord, '_id' | 'title' | 'date' | 'createdAt' | 'timeZone'>;
const byDate = newestFirst<FoundRelease>('date', (row) => row.date ?? new Date(0));
const byWriting = newestFirst<FoundRelease>('createdAt', (row) => row.createdAt);

/** Returns the filters of the releases that a person may see, each answered by an index in the order. */
function visibleTo({ roles }: Principal, now: Date) {
  if (roles.includes('admin')) return { filters: [{}], order: byWriting };
  const targets: ReleaseTarget[] = roles.includes('investor') ? ['public', 'investors'] : ['public'];
  return { filters: targets.map((target) => ({ target, date: { $lte: now } })), order: byDate };
}

/** Returns what an admin is told of a release: `scheduled, 2026-12-01 07:00 Europe/Berlin`. */
function aboutOf({ date, timeZone }: FoundRelease, now: Date): string {
  const status = statusOf(date === undefined ? {} : { date }, now);
  if (status === 'published') return '';
  const planned = timeZone === undefined ? undefined : plannedWords({ publishAt: date, timeZone });
  return planned === undefined ? status : `${status}, ${planned}`;
}

/** Returns what finds press releases by title, newest first: admins find those that are not out, too. */
export function findPressReleases({ database }: Core): Finder {
  const model = pressReleaseModel(database.connection);
  return async (reader, words) => {
    const now = database.now();
    const { filters, order } = visibleTo(reader, now);
    const $and = holdsWords<PressReleaseRecord>(words, 'title');
    const found = await Promise.all(
      filters.map((filter) =>
        model
          .find({ ...filter, $and }, { title: 1, date: 1, createdAt: 1, timeZone: 1 })
          .sort(order.sort)
          .limit(MAX_FOUND_OF_KIND)
          .lean<FoundRelease[]>(),
      ),
    );
    return order.page(found, MAX_FOUND_OF_KIND).page.map((row) => {
      const about = aboutOf(row, now);
      // By its own clocks it may be another day.
      const date = about.includes(' ') ? null : (row.date?.toISOString() ?? null);
      return { kind: 'press-release', id: String(row._id), title: row.title, about, date };
    });
  };
}
