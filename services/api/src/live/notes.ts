import type { LiveEvent, Role } from '@cytocomm/contract';
import type { Principal } from '../http/access.ts';
import type { Change } from './change-feed.ts';

/** Who may hear of a change. Admins hear of everything. */
export interface Audience {
  readonly everybody?: true;
  readonly roles?: readonly Role[];
  /** One person by the id of the user's record. */
  readonly person?: string;
}

/** What is told of a change, and to whom. */
export interface Note {
  readonly event: LiveEvent;
  readonly to: Audience;
}

/** The collections that notes are made of. */
export const WATCHED: readonly LiveEvent['collection'][] = [
  'documents',
  'press_releases',
  'events',
  'users',
  'outbox',
  'audit',
];

const ADMINS: Audience = {};
const EVERYBODY: Audience = { everybody: true };
/** The fields of a person that somebody else can see. */
const SHOWN_OF_PERSON = ['name', 'roles', 'defaultRole'];

const KINDS = { insert: 'added', update: 'changed', replace: 'changed', delete: 'removed' } as const;

const OF_VISIBILITY: Readonly<Record<string, Audience>> = {
  public: EVERYBODY,
  investor: { roles: ['investor'] },
  customer: { roles: ['customer'] },
};

/** A document is added, or it loses its visibility and says where it was; the deletion that follows is no news. */
function ofDocument({ operation, document, fields }: Change): Pick<Note, 'to'> & { readonly type: LiveEvent['type'] } {
  if (operation === 'update' && typeof fields.removedFrom === 'string') {
    return { type: 'removed', to: OF_VISIBILITY[fields.removedFrom] ?? ADMINS };
  }
  return { type: KINDS[operation], to: OF_VISIBILITY[String(document.visibility)] ?? ADMINS };
}

/** A press release says itself who hears of its last change; everything else about it is the admins' business. */
function ofPressRelease({
  operation,
  document,
  fields,
}: Change): Pick<Note, 'to'> & { readonly type: LiveEvent['type'] } {
  const told = operation === 'update' ? fields.lastChange : document.lastChange;
  if (typeof told !== 'object' || told === null || !('to' in told)) return { type: KINDS[operation], to: ADMINS };
  const type = 'type' in told && (told.type === 'added' || told.type === 'removed') ? told.type : 'changed';
  if (told.to === 'everybody') return { type, to: EVERYBODY };
  const heard = Array.isArray(told.to) && told.to.includes('investor');
  return { type: heard ? type : KINDS[operation], to: heard ? { roles: ['investor'] } : ADMINS };
}

/** The note of a change, if it is news to anybody. */
export function noteOf(change: Change): Note | undefined {
  const { collection, operation, id, fields } = change;
  switch (collection) {
    case 'documents': {
      const { type, to } = ofDocument(change);
      return { event: { collection, type, id }, to };
    }
    case 'press_releases': {
      const { type, to } = ofPressRelease(change);
      return { event: { collection, type, id }, to };
    }
    case 'events':
      return { event: { collection, type: KINDS[operation], id }, to: EVERYBODY };
    case 'users': {
      // Signing in and out changes the record too, but shows to nobody.
      const shows = operation !== 'update' || SHOWN_OF_PERSON.some((name) => name in fields);
      return shows ? { event: { collection, type: KINDS[operation], id }, to: { person: id } } : undefined;
    }
    case 'outbox':
    case 'audit':
      return { event: { collection, type: 'changed', id: null }, to: ADMINS };
    default:
      return undefined;
  }
}

/** Whether somebody may hear of it. */
export function hears(person: Principal, to: Audience): boolean {
  if (to.everybody === true || person.roles.includes('admin')) return true;
  return to.person === person.userId || (to.roles?.some((role) => person.roles.includes(role)) ?? false);
}
