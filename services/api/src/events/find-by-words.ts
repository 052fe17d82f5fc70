import { MAX_FOUND_OF_KIND } from '@cytocomm/contract';
import type { Core } from '../core.ts';
import { type Finder, holdsWords } from '../search/finder.ts';
import { visibleTo } from './audience.ts';
import { type EventRecord, eventModel } from './model.ts';

/** Returns what finds events by title and place, the latest first. */
export function findEvents({ database }: Core): Finder {
  const model = eventModel(database.connection);
  return async (reader, words) => {
    const rows = await model
      .find(
        { ...visibleTo(reader), $and: holdsWords<EventRecord>(words, 'title', 'place') },
        { title: 1, place: 1, date: 1 },
      )
      .sort({ date: -1, _id: -1 })
      .limit(MAX_FOUND_OF_KIND)
      .lean();
    return rows.map(({ _id, title, place = '', date }) => ({
      kind: 'event',
      id: String(_id),
      title,
      about: place,
      date: date.toISOString(),
    }));
  };
}
