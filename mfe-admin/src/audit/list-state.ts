import { AUDIT_ACTIONS, type AuditAction, type AuditExportQuery } from '@cytocomm/contract';
import { choiceNamed, choicesIn, useListState } from '@cytocomm/portal-api';
import { type Days, dayOf, momentsOf } from '../lists/days.ts';

/** Which entries are shown, as the address holds it; an empty text is no choice. */
export interface AuditListState extends Days {
  readonly actor: string;
  readonly subject: string;
  readonly action: AuditAction | undefined;
}

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
  };
}

const write = ({ action, ...texts }: AuditListState) => ({ ...texts, action: action ?? '' });

/** Returns which entries are shown, and what changes it. */
export const useAuditListState = () => useListState({ read, write });

/** Returns the query of a state, without pages. */
export function queryOf({ actor, subject, action, ...days }: AuditListState): AuditExportQuery {
  return {
    ...(actor !== '' && { actor }),
    ...(subject !== '' && { subject }),
    ...(action !== undefined && { action }),
    ...momentsOf(days),
  };
}
