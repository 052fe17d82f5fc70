import { isWholeDay } from '@cytocomm/contract';
import { folded, type SearchFields, searchFieldsOf } from '../../platform/lists/search-keys.ts';
import { listedKeys } from './audience.ts';
import type { EventRecord } from './model.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** What the admins' list of events is searched, filtered and ordered by, besides what an event has anyway. */
export interface ListFields extends SearchFields {
  /** The title in lower case, without accents. */
  readonly sortTitle: string;
  /** Whether it is one of whole days. */
  readonly wholeDay: boolean;
  /** From this moment on it is over. */
  readonly overAt: Date;
  /** The keys of its audience, in an index in the order of dates: `public`, `signed_in`, roles, or those of groups. */
  readonly listedFor: readonly string[];
}

/** What those fields are made of. */
type Listed = Pick<EventRecord, 'title' | 'place' | 'date' | 'end' | 'allDay' | 'timeZone' | 'audience'>;

/** Returns what the list needs of an event. */
export function listFieldsOf(event: Listed): ListFields {
  const { title, place = '', date, end, allDay, timeZone, audience } = event;
  const wholeDay = isWholeDay({ date: date.toISOString(), allDay, timeZone });
  const last = (end ?? date).getTime();
  const overAt = new Date(wholeDay ? last + DAY_MS : last);
  const when = { wholeDay, overAt, listedFor: listedKeys(audience) };
  return { sortTitle: folded(title), ...when, ...searchFieldsOf(title, place) };
}
