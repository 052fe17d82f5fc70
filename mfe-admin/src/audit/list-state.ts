import { AUDIT_ACTIONS, type AuditAction, type AuditExportQuery } from '@cytocomm/contract';
import { type Days, dayOf, momentsOf } from '../lists/days.ts';
import { useListState } from '../lists/use-list-state.ts';

/** Which entries are shown, as the address holds it; an empty text is no choice. */
export interface AuditListState extends Days {
  readonly actor: string;
  readonly subject: string;
  readonly action: AuditAction | undefined;
}

/** All actions, in the order of their words. */
export const ACTIONS = Object.keys(AUDIT_ACTIONS)
  .filter((action): action is AuditAction => action in AUDIT_ACTIONS)
  .sort((a, b) => AUDIT_ACTIONS[a].localeCompare(AUDIT_ACTIONS[b]));

function read(fields: URLSearchParams): AuditListState {
  const textOf = (name: string) => (fields.get(name) ?? '').trim().slice(0, 300);
  return {
    actor: textOf('actor'),
    subject: textOf('subject'),
    action: ACTIONS.find((action) => action === fields.get('action')),
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
