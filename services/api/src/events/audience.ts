import type { EventAudience, Role } from '@cytocomm/contract';
import type { QueryFilter } from 'mongoose';
import type { EventRecord } from './model.ts';

/** Who reads events: people by their roles, or anybody in the world. */
export type EventReader = { readonly roles: readonly Role[] } | 'anybody';

const PUBLIC = 'public';

/** Returns the audience as it is stored. */
export const storedAudience = (audience: EventAudience): readonly string[] =>
  audience === PUBLIC ? [PUBLIC] : audience;

/** Returns the stored audience as the API presents it. */
export const presentAudience = (audience: readonly string[]): EventAudience =>
  audience.includes(PUBLIC) ? PUBLIC : [...audience];

/** Returns the filter of the events that somebody may see. */
export function visibleTo(reader: EventReader): QueryFilter<EventRecord> {
  if (reader === 'anybody') return { audience: PUBLIC, removedAt: null };
  if (reader.roles.includes('admin')) return { removedAt: null };
  // Null stands for events without an audience, which everybody signed in sees.
  return { audience: { $in: [null, PUBLIC, ...reader.roles] }, removedAt: null };
}

/** Returns what tells of an event whether somebody may see it; undefined for those who see all. */
export function isVisibleTo(reader: EventReader): ((event: Pick<EventRecord, 'audience'>) => boolean) | undefined {
  const roles: readonly Role[] = reader === 'anybody' ? [] : reader.roles;
  if (roles.includes('admin')) return undefined;
  return ({ audience }) =>
    audience === undefined ? reader !== 'anybody' : audience.some((each) => each === PUBLIC || roles.includes(each));
}

/** Returns who sees an event besides the admins. */
function readersOf(audience: readonly string[] | undefined): 'everybody' | readonly Role[] {
  return audience === undefined || audience.includes(PUBLIC) ? 'everybody' : audience;
}

/** Returns who sees an event of one of two audiences, besides the admins. */
export function readersOfBoth(
  one: readonly string[] | undefined,
  other: readonly string[] | undefined,
): 'everybody' | readonly Role[] {
  const [first, second] = [readersOf(one), readersOf(other)];
  return first === 'everybody' || second === 'everybody' ? 'everybody' : [...new Set([...first, ...second])];
}
