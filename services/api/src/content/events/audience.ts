import {
  type CalendarEvent,
  type EventAudience,
  type EventChange,
  type EventTimes,
  type NewEvent,
  timesFault,
} from '@cytocomm/contract';
import type { QueryFilter } from 'mongoose';
import { invalidFields } from '../../platform/calls/problem.ts';
import {
  groupsOf,
  isReadBy,
  namesOf,
  peopleKeys,
  type Reader,
  readerKeys,
  requestedKeys,
} from '../../platform/calls/readers.ts';
import type { Core } from '../../platform/core.ts';
import { momentOf } from '../../platform/http/input.ts';
import type { NotificationSource } from '../../platform/notifications/source.ts';
import { type EventRecord, eventModel } from './model.ts';

/** Who reads events: people by their roles and groups, or anybody in the world. */
export type EventReader = Reader | 'anybody';

const PUBLIC = 'public';
/** Everybody signed in: stored in keys of groups alone. */
const SIGNED_IN = 'signed_in';

const ADMIN: Reader = { roles: ['admin'], groups: [] };

/** What an admin asks for; what is undefined stays as it was, null is everybody signed in. */
interface AskedAudience {
  readonly audience?: EventAudience | null | undefined;
  readonly groups?: readonly string[] | null | undefined;
}

/** Returns the audience to store, undefined for everybody signed in. Throws 400 for groups of what is public. */
function audienceAfter(
  before: readonly string[] | undefined,
  { audience, groups: wanted }: AskedAudience,
): readonly string[] | undefined {
  const groups = wanted === undefined ? groupsOf(before) : (wanted ?? []);
  const asked = audience === PUBLIC ? [PUBLIC] : (audience ?? []);
  const names = audience === undefined ? namesOf(before).filter((name) => name !== SIGNED_IN) : asked;
  if (names.length === 0 && groups.length === 0) return undefined;
  return requestedKeys(names.length === 0 ? [SIGNED_IN] : names, groups);
}

/** Returns the stored audience as the API presents it to admins. */
export function presentAudience(stored: readonly string[] | undefined): Pick<CalendarEvent, 'audience' | 'groups'> {
  const names = namesOf(stored).filter((name) => name !== SIGNED_IN);
  const groups = groupsOf(stored);
  return {
    ...(names.length > 0 && { audience: names.includes(PUBLIC) ? PUBLIC : [...names] }),
    ...(groups.length > 0 && { groups: [...groups] }),
  };
}

/** Returns the keys under which lists find an event: those of its audience, or that of everybody signed in. */
export const listedKeys = (stored: readonly string[] | undefined): readonly string[] => stored ?? [SIGNED_IN];

/** Returns the keys under which an admin's list finds the events of an audience. */
export const keysOfListed = (audience: string): readonly string[] => readerKeys([audience], ADMIN);

const keysOf = (reader: Reader): readonly string[] => readerKeys([PUBLIC, SIGNED_IN, ...reader.roles], reader);

/** Returns the filter of the events that somebody may see. */
export function visibleTo(reader: EventReader): QueryFilter<EventRecord> {
  if (reader === 'anybody') return { audience: PUBLIC, removedAt: null };
  if (reader.roles.includes('admin')) return { removedAt: null };
  // Null stands for events without an audience, which everybody signed in sees.
  return { audience: { $in: [null, ...keysOf(reader)] }, removedAt: null };
}

/**
 * Returns the keys under which an index has the events that somebody may see; undefined for those who see all.
 * What it has is not visible for that alone: a process of 1.3 changes audiences without their keys.
 */
export function keysListedFor(reader: EventReader): readonly (string | null)[] | undefined {
  // Null stands for events of 1.3 that have no keys yet.
  if (reader === 'anybody') return [null, PUBLIC];
  return reader.roles.includes('admin') ? undefined : [null, ...keysOf(reader)];
}

/**
 * Returns the filter by which an index has the events of somebody in groups: they may see few of many. Nothing for others, whose events
 * are read by date.
 */
export function listedFor(reader: EventReader): QueryFilter<EventRecord> {
  const keys = reader === 'anybody' || reader.groups.length === 0 ? undefined : keysListedFor(reader);
  return keys === undefined ? {} : { listedFor: { $in: [...keys] } };
}

/** Returns what tells of an event whether somebody may see it; undefined for those who see all. */
export function isVisibleTo(reader: EventReader): ((event: Pick<EventRecord, 'audience'>) => boolean) | undefined {
  if (reader === 'anybody') return ({ audience }) => isReadBy(audience, [PUBLIC]);
  if (reader.roles.includes('admin')) return undefined;
  const keys = keysOf(reader);
  return ({ audience }) => audience === undefined || isReadBy(audience, keys);
}

/** Returns who sees an event besides the admins. */
function readersOf(audience: readonly string[] | undefined): 'everybody' | readonly string[] {
  return audience === undefined || audience.includes(PUBLIC) ? 'everybody' : peopleKeys(audience);
}

/** Returns who sees an event of one of two audiences, besides the admins. */
export function readersOfBoth(
  one: readonly string[] | undefined,
  other: readonly string[] | undefined,
): 'everybody' | readonly string[] {
  const [first, second] = [readersOf(one), readersOf(other)];
  return first === 'everybody' || second === 'everybody' ? 'everybody' : [...new Set([...first, ...second])];
}

/** Returns what is told of events: those that others added or changed for the person. */
export function eventNotifications({ database }: Core): NotificationSource {
  const model = eventModel(database.connection);
  return {
    collection: 'events',
    since: async (reader, from, limit) => {
      const ofOthers = { ...visibleTo(reader), updatedAt: { $gte: from }, changedBy: { $ne: reader.own } };
      const rows = await model
        .find(ofOthers, { title: 1, updatedAt: 1, sequence: 1 })
        .sort({ updatedAt: -1, _id: -1 })
        .limit(limit)
        .lean();
      return rows.map(({ _id, title, updatedAt, sequence }) => ({
        kind: 'event',
        happening: sequence === 0 ? 'added' : 'changed',
        subject: String(_id),
        title,
        at: updatedAt,
      }));
    },
  };
}

/** The fields of an event that an admin fills in. */
export type EventFields = Pick<
  EventRecord,
  'title' | 'date' | 'end' | 'allDay' | 'timeZone' | 'place' | 'url' | 'audience'
>;

/** The fields that say when an event is. */
const TIME_FIELDS = ['date', 'end', 'allDay', 'timeZone'] as const;

/** The fields that an admin may take away, besides the audience. */
const OPTIONAL_FIELDS = ['end', 'allDay', 'timeZone', 'place', 'url'] as const;

/** What a change sets and takes away. */
interface FieldChange {
  readonly $set: Partial<EventFields>;
  readonly $unset: Readonly<Record<string, 1>>;
}

/** Returns the fields to store. Throws 400 for a year that calendars cannot hold. */
export function fieldsOf(event: NewEvent): EventFields {
  const { $set } = changeOf(undefined, event);
  return { ...$set, title: event.title, date: momentOf(event.date, 'date') };
}

/** Returns what a change does to the record. Throws 400 for a year that calendars cannot hold, and for groups of what is public. */
export function changeOf(record: Pick<EventRecord, 'audience'> | undefined, change: EventChange): FieldChange {
  const { title, date, end, allDay, timeZone, place, url } = change;
  const isMoved = change.audience !== undefined || change.groups !== undefined;
  const audience = isMoved ? audienceAfter(record?.audience, change) : undefined;
  const gone = [
    ...OPTIONAL_FIELDS.filter((field) => change[field] === null),
    ...(isMoved && audience === undefined ? ['audience'] : []),
  ];
  return {
    $set: {
      ...(title !== undefined && { title }),
      ...(date !== undefined && { date: momentOf(date, 'date') }),
      ...(typeof end === 'string' && { end: momentOf(end, 'end') }),
      ...(typeof allDay === 'boolean' && { allDay }),
      ...(typeof timeZone === 'string' && { timeZone }),
      ...(typeof place === 'string' && { place }),
      ...(typeof url === 'string' && { url }),
      ...(audience !== undefined && { audience }),
    },
    $unset: Object.fromEntries(gone.map((field) => [field, 1])),
  };
}

/** Returns the fields of an event after a change. */
export function changed(record: EventRecord, change: EventChange): EventFields {
  const { $set, $unset } = changeOf(record, change);
  const { title, date, end, allDay, timeZone, place, url, audience } = record;
  const before = { title, date, end, allDay, timeZone, place, url, audience };
  const kept = Object.fromEntries(
    Object.entries(before).filter(([field, value]) => value !== undefined && !(field in $unset)),
  );
  return { title, date, ...kept, ...$set };
}

/** Whether a change says anything about when the event is. */
export const changesTimes = (change: EventChange): boolean => TIME_FIELDS.some((field) => change[field] !== undefined);

/** Throws 400 when the times of an event are wrong after a change. */
export function assertTimes(record: EventRecord, change: EventChange): void {
  const times: EventTimes = {
    date: change.date ?? record.date.toISOString(),
    end: change.end === undefined ? record.end?.toISOString() : change.end,
    allDay: change.allDay === undefined ? record.allDay : change.allDay,
    timeZone: change.timeZone === undefined ? record.timeZone : change.timeZone,
  };
  const fault = timesFault(times);
  if (fault !== null) throw invalidFields([{ path: `body.${fault.field}`, message: fault.message }]);
}
