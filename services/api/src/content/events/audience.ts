import type { CalendarEvent, EventAudience } from '@cytocomm/contract';
import type { QueryFilter } from 'mongoose';
import {
  askedKeys,
  groupsOf,
  isReadBy,
  namesOf,
  peopleKeys,
  type Reader,
  readerKeys,
} from '../../platform/calls/readers.ts';
import type { EventRecord } from './model.ts';

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
export function audienceAfter(
  before: readonly string[] | undefined,
  { audience, groups: wanted }: AskedAudience,
): readonly string[] | undefined {
  const groups = wanted === undefined ? groupsOf(before) : (wanted ?? []);
  const asked = audience === PUBLIC ? [PUBLIC] : (audience ?? []);
  const names = audience === undefined ? namesOf(before).filter((name) => name !== SIGNED_IN) : asked;
  if (names.length === 0 && groups.length === 0) return undefined;
  return askedKeys(names.length === 0 ? [SIGNED_IN] : names, groups);
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
