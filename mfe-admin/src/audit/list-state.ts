import { AUDIT_ACTIONS, type AuditAction, type AuditExportQuery, type AuditSort } from '@cytocomm/contract';
import { choiceNamed, choicesIn, useListState } from '@cytocomm/portal-api';
import { type Days, dayOf, momentsOf } from '../lists/days.ts';

/** Which entries are shown, as the address holds it; an empty text is no choice. */
export interface AuditListState extends Days {
  /** How the e-mail of who did it begins. */
  readonly actor: string;
  /** How the e-mail or id of what it concerns begins. */
  readonly subject: string;
  readonly action: AuditAction | undefined;
  readonly sort: AuditSort;
}

const NEWEST: AuditSort = '-at';

/** Returns the order that a grid asks for, if the list has it. */
export const auditSortOf = (sort: string | null): AuditSort => (sort === 'at' ? 'at' : NEWEST);

/** All actions, in the order of their words. */
export const ACTIONS = choicesIn<AuditAction>(AUDIT_ACTIONS);

function read(fields: URLSearchParams): AuditListState {
  const textOf = (name: string) => (fields.get(name) ?? '').trim().slice(0, 300);
  return {
    actor: textOf('actor'),
    subject: textOf('subject'),
    action: choiceNamed(ACTIONS, fields.get('action')),
    from: dayOf(fields.get('from')),
    to: dayOf(fields.get('to')),
    sort: auditSortOf(fields.get('sort')),
  };
}

const write = ({ action, sort, ...texts }: AuditListState) => ({
  ...texts,
  action: action ?? '',
  sort: sort === NEWEST ? '' : sort,
});

/** Returns which entries are shown, and what changes it. */
export const useAuditListState = () => useListState({ read, write });

/** Returns the query of a state, without pages. */
export function queryOf({ actor, subject, action, sort, ...days }: AuditListState): AuditExportQuery {
  return {
    ...(actor !== '' && { actor }),
    ...(subject !== '' && { subject }),
    ...(action !== undefined && { action }),
    ...(sort !== NEWEST && { sort }),
    ...momentsOf(days),
  };
}
