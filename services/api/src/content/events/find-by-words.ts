import type { Core } from '../../platform/core.ts';
import { type Finder, readFound } from '../../platform/lists/finder.ts';
import { createEventList } from './event-list.ts';
import { eventModel } from './model.ts';

/** Returns what finds events by title and place, the latest first. */
export function findEvents({ database }: Core): Finder {
  const list = createEventList(eventModel(database.connection), database.now);
  return (reader, search) =>
    readFound(
      (asked) => list({ search, sort: '-date', ...asked }, reader),
      ({ _id, title, place = '', date }) => ({
        kind: 'event',
        id: String(_id),
        title,
        about: place,
        date: date.toISOString(),
      }),
    );
}
