import { isWholeDay } from '@cytocomm/contract';
import type { Connection, mongo } from 'mongoose';
import { folded, type SearchFields, searchFieldsOf } from '../search/search-keys.ts';
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
  /** The `sequence` that the event had when these were made of it: a process of an earlier version increments that one alone. */
  readonly listedSequence: number;
}

/** What those fields are made of. */
type Listed = Pick<EventRecord, 'title' | 'place' | 'date' | 'end' | 'allDay' | 'timeZone' | 'audience' | 'sequence'>;

/** Returns what the list needs of an event. */
export function listFieldsOf(event: Listed): ListFields {
  const { title, place = '', date, end, allDay, timeZone, audience, sequence } = event;
  const wholeDay = isWholeDay({ date: date.toISOString(), allDay, timeZone });
  const last = (end ?? date).getTime();
  const overAt = new Date(wholeDay ? last + DAY_MS : last);
  const when = { wholeDay, overAt, listedFor: listedKeys(audience), listedSequence: sequence };
  return { sortTitle: folded(title), ...when, ...searchFieldsOf(title, place) };
}

/** An event as it is stored, by whatever version of the portal. */
type Stored = mongo.BSON.Document;

const sequenceOf = ({ sequence }: Stored): number => (typeof sequence === 'number' ? sequence : 0);

function storedFieldsOf(event: Stored): ListFields {
  const { title, place, date, end, allDay, timeZone, audience } = event;
  return listFieldsOf({
    title: String(title),
    date: date instanceof Date ? date : new Date(0),
    sequence: sequenceOf(event),
    ...(typeof place === 'string' && { place }),
    ...(end instanceof Date && { end }),
    ...(typeof allDay === 'boolean' && { allDay }),
    ...(typeof timeZone === 'string' && { timeZone }),
    ...(Array.isArray(audience) && { audience: audience.map(String) }),
  });
}

/** Makes what the list needs of events, but of those that were changed since they were read. */
async function make(connection: Connection, events: readonly Stored[]): Promise<void> {
  if (events.length === 0) return;
  const changes = events.map((event) => ({
    updateOne: {
      filter: { _id: event._id, sequence: event.sequence ?? null },
      update: { $set: storedFieldsOf(event) },
    },
  }));
  await connection.collection('events').bulkWrite(changes, { ordered: false });
}

/** Adds what the list needs to events that lack it, at most `limit` of them. Returns how many there were. */
export async function completeEvents(connection: Connection, limit: number): Promise<number> {
  const incomplete = await connection.collection('events').find({ searchKeys: null }).limit(limit).toArray();
  await make(connection, incomplete);
  return incomplete.length;
}

/** How many events are made new at once. */
const BATCH = 200;
const READ = ['title', 'place', 'date', 'end', 'allDay', 'timeZone', 'audience', 'sequence', 'listedSequence'];

/**
 * Makes what the list needs once more of events that were edited without it, by processes of an earlier version that still ran.
 * Looks at those that were changed since a time, by default at all. Returns how many there were. Safe to repeat.
 */
export async function remakeEvents(connection: Connection, since?: Date): Promise<number> {
  const projection = Object.fromEntries(READ.map((field) => [field, 1]));
  const changed = since === undefined ? {} : { updatedAt: { $gte: since } };
  let count = 0;
  let stale: Stored[] = [];
  const write = async () => {
    await make(connection, stale);
    count += stale.length;
    stale = [];
  };
  for await (const event of connection.collection('events').find(changed, { projection }).batchSize(BATCH)) {
    if (event.listedSequence === sequenceOf(event)) continue;
    stale.push(event);
    if (stale.length === BATCH) await write();
  }
  await write();
  return count;
}
