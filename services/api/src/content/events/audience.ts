import {
  type CalendarEvent,
  type EventAudience,
  type EventChange,
  type EventTimes,
  type LiveEvent,
  type NewEvent,
  timesFault,
} from '@cytocomm/contract';
import type { QueryFilter, Types } from 'mongoose';
import { SIGNED_IN } from '../../platform/announcements/announcement.ts';
import { invalidFields } from '../../platform/calls/problem.ts';
import { groupsOf, namesOf, type Reader, readerKeys, requestedKeys } from '../../platform/calls/readers.ts';
import type { Change } from '../../platform/changes/change.ts';
import type { Core } from '../../platform/core.ts';
import { momentOf } from '../../platform/http/input.ts';
import type { NotificationSource } from '../../platform/notifications/source.ts';
import { type EventRecord, eventModel } from './model.ts';

/** A reader of events: a person by roles and groups, or the public. */
export type EventReader = Reader | 'anybody';

const PUBLIC = 'public';

const ADMIN: Reader = { roles: ['admin'], groups: [] };

/** The requested audience; undefined stays, null is everybody signed in. */
interface AudienceChange {
  readonly audience?: EventAudience | null | undefined;
  readonly groups?: readonly string[] | null | undefined;
}

/** Returns the audience to store, undefined for everybody signed in. Throws 400 for groups of a public event. */
function audienceAfter(
  before: readonly string[] | undefined,
  { audience, groups: wanted }: AudienceChange,
): readonly string[] | undefined {
  const groups = wanted === undefined ? groupsOf(before) : (wanted ?? []);
  const requested = audience === PUBLIC ? [PUBLIC] : (audience ?? []);
  const names = audience === undefined ? namesOf(before).filter((name) => name !== SIGNED_IN) : requested;
  if (names.length === 0 && groups.length === 0) return undefined;
  return requestedKeys(names.length === 0 ? [SIGNED_IN] : names, groups);
}

/** Presents a stored audience to admins. */
export function presentAudience(stored: readonly string[] | undefined): Pick<CalendarEvent, 'audience' | 'groups'> {
  const names = namesOf(stored).filter((name) => name !== SIGNED_IN);
  const groups = groupsOf(stored);
  return {
    ...(names.length > 0 && { audience: names.includes(PUBLIC) ? PUBLIC : [...names] }),
    ...(groups.length > 0 && { groups: [...groups] }),
  };
}

/** Returns the keys that index an event in lists. */
export const listedKeys = (stored: readonly string[] | undefined): readonly string[] => stored ?? [SIGNED_IN];

/** Returns the keys of the events of an audience in the list of admins. */
export const audienceKeys = (audience: string): readonly string[] => readerKeys([audience], ADMIN);

const keysOf = (reader: Reader): readonly string[] => readerKeys([PUBLIC, SIGNED_IN, ...reader.roles], reader);

/** Returns the filter of the events that a reader may see. */
export function visibleTo(reader: EventReader): QueryFilter<EventRecord> {
  if (reader === 'anybody') return { audience: PUBLIC };
  if (reader.roles.includes('admin')) return {};
  // Null stands for events without an audience, which everybody signed in sees.
  return { audience: { $in: [null, ...keysOf(reader)] } };
}

/** Returns the index keys of the events that a reader may see; undefined for admins, who see all. */
export function readerListKeys(reader: EventReader): readonly string[] | undefined {
  if (reader === 'anybody') return [PUBLIC];
  return reader.roles.includes('admin') ? undefined : keysOf(reader);
}

/** Returns the index filter of a person in groups, who may see few of many events; none for others, whose events are read by date. */
export function listedFor(reader: EventReader): QueryFilter<EventRecord> {
  const keys = reader === 'anybody' || reader.groups.length === 0 ? undefined : readerListKeys(reader);
  return keys === undefined ? {} : { listedFor: { $in: [...keys] } };
}

/** Announces a change of an event to all who could see it before or can after. */
export function announceEvent(
  change: Change,
  type: LiveEvent['type'],
  id: string | Types.ObjectId,
  ...records: readonly Pick<EventRecord, 'audience'>[]
): void {
  const event = { collection: 'events', type, id: String(id) } as const;
  change.announce(event, ...records.map(({ audience }) => listedKeys(audience)));
}

/** Notifications about events that others added or changed. */
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

/** The fields that an admin may clear, besides the audience. */
const OPTIONAL_FIELDS = ['end', 'allDay', 'timeZone', 'place', 'url'] as const;

/** The update of a change. */
interface FieldChange {
  readonly $set: Partial<EventFields>;
  readonly $unset: Readonly<Record<string, 1>>;
}

/** Returns the fields to store. Throws 400 for a year that calendars cannot hold. */
export function fieldsOf(event: NewEvent): EventFields {
  const { $set } = changeOf(undefined, event);
  return { ...$set, title: event.title, date: momentOf(event.date, 'date') };
}

/** Returns the update of a change. Throws 400 for a year that calendars cannot hold, and for groups of a public event. */
export function changeOf(record: Pick<EventRecord, 'audience'> | undefined, change: EventChange): FieldChange {
  const { title, date, end, allDay, timeZone, place, url } = change;
  const isMoved = change.audience !== undefined || change.groups !== undefined;
  const audience = isMoved ? audienceAfter(record?.audience, change) : undefined;
  const removed = [
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
    $unset: Object.fromEntries(removed.map((field) => [field, 1])),
  };
}

/** Returns the fields of an event after a change. */
export function fieldsAfter(record: EventRecord, change: EventChange): EventFields {
  const { $set, $unset } = changeOf(record, change);
  const { title, date, end, allDay, timeZone, place, url, audience } = record;
  const before = { title, date, end, allDay, timeZone, place, url, audience };
  const remaining = Object.fromEntries(
    Object.entries(before).filter(([field, value]) => value !== undefined && !(field in $unset)),
  );
  return { title, date, ...remaining, ...$set };
}

/** Whether a change affects the time of an event. */
export const changesTimes = (change: EventChange): boolean => TIME_FIELDS.some((field) => change[field] !== undefined);

/** Throws 400 if a change makes the times of an event invalid. */
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
