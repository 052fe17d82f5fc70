import type { LiveEvent } from '@cytocomm/contract';
import type { Principal } from '../calls/access.ts';
import { isReadBy, nameIn, peopleKeys, readerKeys } from '../calls/readers.ts';
import type { Change } from './change-feed.ts';

/** The audience of a change besides the admins, who see all but those for one user `alone`. */
export interface Audience {
  readonly everybody?: true;
  /** By roles, and by roles within groups as keys: see `readers.ts`. */
  readonly roles?: readonly string[];
  /** The id of one user. */
  readonly userId?: string;
  readonly alone?: true;
}

/** A live event with its audience. */
export interface AddressedEvent {
  readonly event: LiveEvent;
  readonly audience: Audience;
}

/** The collections whose changes become live events. */
export const WATCHED: readonly LiveEvent['collection'][] = [
  'documents',
  'press_releases',
  'events',
  'users',
  'outbox',
  'audit',
  'releases',
  'remotes',
  'team_tokens',
  'locks',
  'live_lock',
  'reading_marks',
  'telemetry_causes',
];

/** Of these only new records are told of: each report of a failure changes one. */
export const WATCHED_WHEN_ADDED: readonly LiveEvent['collection'][] = ['telemetry_causes'];

const ADMINS: Audience = {};
const OPERATORS: Audience = { roles: ['developer'] };
const EVERYBODY: Audience = { everybody: true };
const DOCUMENT_ROLES: readonly string[] = ['investor', 'customer'];
/** The fields of a user that are shown somewhere. */
const VISIBLE_USER_FIELDS = ['name', 'roles', 'defaultRole', 'groups'];
/** The fields of a reading mark that change what is unread, or new. */
const VISIBLE_MARKS = ['readUpTo', 'readApart', 'since'];

const TYPES = { insert: 'added', update: 'changed', replace: 'changed', delete: 'removed' } as const;

/** Returns who reads documents of a stored visibility, or of one of several. */
function documentAudience(...visibilities: readonly unknown[]): Audience {
  const keys = visibilities.flatMap((each) => (typeof each === 'string' ? [each] : textsOf(each)));
  if (keys.includes('public')) return EVERYBODY;
  return { roles: peopleKeys(keys.filter((key) => DOCUMENT_ROLES.includes(nameIn(key)))) };
}

/** The type of an event and its audience. */
interface Kind extends Pick<AddressedEvent, 'audience'> {
  readonly type: LiveEvent['type'];
}

/**
 * A removed document first loses its visibility and keeps it in `removedFrom`; the deletion that follows is for admins. One that others
 * may read now is told of to those who could before, too.
 */
function kindOfDocument({ operation, document, fields }: Change): Kind {
  if (operation === 'update' && isStored(fields.removedFrom)) {
    return { type: 'removed', audience: documentAudience(fields.removedFrom) };
  }
  if (operation === 'update' && isStored(fields.visibility))
    return { type: 'changed', audience: documentAudience(fields.visibility, fields.movedFrom) };
  for (const change of operation === 'update' ? [fields.renamed, fields.replaced] : []) {
    if (typeof change === 'object' && change !== null && 'for' in change)
      return { type: 'changed', audience: documentAudience(change.for) };
  }
  return { type: TYPES[operation], audience: documentAudience(document.visibility) };
}

/** The record of a press release names the audience of its last change; all other changes are for admins. */
function kindOfPressRelease({ operation, document, fields }: Change): Kind {
  const change = operation === 'update' ? fields.lastChange : document.lastChange;
  if (typeof change !== 'object' || change === null || !('to' in change))
    return { type: TYPES[operation], audience: ADMINS };
  const type = 'type' in change && (change.type === 'added' || change.type === 'removed') ? change.type : 'changed';
  if (change.to === 'everybody') return { type, audience: EVERYBODY };
  const roles = textsOf(change.to).filter((key) => nameIn(key) === 'investor');
  return roles.length > 0 ? { type, audience: { roles } } : { type: TYPES[operation], audience: ADMINS };
}

/** Returns who is told of a change of an event; undefined for the deletion that follows its removal. */
function kindOfEvent({ operation, document, fields }: Change): Kind | undefined {
  if (operation === 'delete') return undefined;
  if (operation !== 'update') return { type: TYPES[operation], audience: eventAudience(document.audience) };
  const change = fields.lastChange;
  if (typeof change !== 'object' || change === null || !('to' in change)) return { type: 'changed', audience: ADMINS };
  const type = 'type' in change && change.type === 'removed' ? 'removed' : 'changed';
  return { type, audience: change.to === 'everybody' ? EVERYBODY : { roles: textsOf(change.to) } };
}

const isStored = (visibility: unknown) => typeof visibility === 'string' || Array.isArray(visibility);

const textsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];

/** Returns who sees an event by its stored audience; without one everybody signed in. */
function eventAudience(stored: unknown): Audience {
  const roles = textsOf(stored);
  return stored === undefined || stored === null || roles.includes('public') ? EVERYBODY : { roles: peopleKeys(roles) };
}

/** Returns the live event of a change; undefined when it has no audience. */
export function liveEventOf(change: Change): AddressedEvent | undefined {
  const { collection, operation, id, document, fields } = change;
  switch (collection) {
    case 'documents': {
      const { type, audience } = kindOfDocument(change);
      return { event: { collection, type, id }, audience };
    }
    case 'press_releases': {
      const { type, audience } = kindOfPressRelease(change);
      return { event: { collection, type, id }, audience };
    }
    case 'events': {
      const kind = kindOfEvent(change);
      return kind && { event: { collection, type: kind.type, id }, audience: kind.audience };
    }
    case 'users': {
      // Signing in and out changes the record, too.
      const isShown = operation !== 'update' || VISIBLE_USER_FIELDS.some((name) => name in fields);
      return isShown ? { event: { collection, type: TYPES[operation], id }, audience: { userId: id } } : undefined;
    }
    case 'reading_marks': {
      // Being here changes the record, too.
      const changed = operation === 'insert' ? document : fields;
      // A change within a list names its place, too.
      const isShown = Object.keys(changed).some((path) => VISIBLE_MARKS.includes(path.replace(/\..*/, '')));
      return isShown
        ? { event: { collection, type: 'changed', id: null }, audience: { userId: id, alone: true } }
        : undefined;
    }
    case 'outbox':
    case 'audit':
      return { event: { collection, type: 'changed', id: null }, audience: ADMINS };
    case 'releases':
    case 'remotes':
    case 'team_tokens':
    case 'locks':
    case 'live_lock':
    case 'telemetry_causes':
      return { event: { collection, type: TYPES[operation], id }, audience: OPERATORS };
    default:
      return undefined;
  }
}

/** Whether somebody belongs to an audience. */
export function isInAudience(principal: Principal, audience: Audience): boolean {
  const { userId, roles } = principal;
  if (audience.alone === true) return audience.userId === userId;
  if (audience.everybody === true || roles.includes('admin')) return true;
  if (audience.userId === userId) return true;
  return audience.roles !== undefined && isReadBy(audience.roles, readerKeys(['signed_in', ...roles], principal));
}
