import { AUDIT_ACTIONS, type AuditAction, type AuditExportQuery } from '@cytocomm/contract';
import { useSearchParams } from '@cytocomm/kit';

/** Which entries are shown, as the address holds it. Days are those of UTC, `2026-11-23`; an empty text is no choice. */
export interface AuditListState {
  readonly actor: string;
  readonly subject: string;
  readonly action: AuditAction | undefined;
  readonly from: string;
  /** The last day, itself included. */
  readonly to: string;
}

const DAY_MS = 86_400_000;
const FIELDS = ['actor', 'subject', 'action', 'from', 'to'] as const;

/** All actions, in the order of their words. */
export const ACTIONS = Object.keys(AUDIT_ACTIONS)
  .filter((action): action is AuditAction => action in AUDIT_ACTIONS)
  .sort((a, b) => AUDIT_ACTIONS[a].localeCompare(AUDIT_ACTIONS[b]));

/** Returns a day that exists, or an empty text. */
function dayOf(text: string | null): string {
  const isDay = text !== null && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
  return isDay ? text : '';
}

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

/** Returns which entries are shown, and what changes it: in the address, so that a view can be shared. */
export function useAuditListState() {
  const [fields, setFields] = useSearchParams();
  const state = read(fields);
  const change = (changed: Partial<AuditListState>) =>
    setFields(
      (before) => {
        const written = new URLSearchParams(before);
        const next = { ...read(before), ...changed };
        for (const name of FIELDS) {
          const value = next[name] ?? '';
          if (value === '') written.delete(name);
          else written.set(name, value);
        }
        return written;
      },
      { replace: true, preventScrollReset: true },
    );
  return [state, change] as const;
}

/** Returns the query of a state, without pages. */
export function queryOf({ actor, subject, action, from, to }: AuditListState): AuditExportQuery {
  return {
    ...(actor !== '' && { actor }),
    ...(subject !== '' && { subject }),
    ...(action !== undefined && { action }),
    ...(from !== '' && { after: from }),
    ...(to !== '' && { before: new Date(Date.parse(to) + DAY_MS).toISOString().slice(0, 10) }),
  };
}
