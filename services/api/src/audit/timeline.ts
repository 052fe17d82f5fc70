import { AUDIT_ACTIONS, type SignInTimeline } from '@cytocomm/contract';
import type { AuditRecord } from './model.ts';

/** What is known of a person besides the trail. */
export interface Standing {
  readonly exists: boolean;
  readonly roles: readonly string[];
}

const SIGN_IN_ROWS = 200;

/** How many of the newest rows a timeline looks at. */
export const TIMELINE_ROWS = SIGN_IN_ROWS;

function sentence(row: AuditRecord): string {
  const { reason, role, roles, call } = row.detail;
  const more = [reason, role, roles, call].filter((part) => part !== undefined).join(', ');
  const who = row.actor === null || row.actor === row.subject ? '' : `${row.actor} `;
  return `${who}${AUDIT_ACTIONS[row.action]}${more === '' ? '' : `: ${more}`}`;
}

/** Why this person cannot sign in, as far as the newest events tell. */
function explain(email: string, standing: Standing, rows: readonly AuditRecord[]): string {
  if (!standing.exists)
    return `There is no user ${email}: no mail is sent. Add the person, or look for a typing error.`;
  if (standing.roles.length === 0)
    return 'The person has no role: they sign in and are told to contact an administrator.';
  const newest = rows.find((row) => row.action.startsWith('sign-in.'));
  switch (newest?.action) {
    case undefined:
      return 'The person is approved and has not asked for a link yet.';
    case 'sign-in.mail-failed':
      return `The mail could not be delivered: ${newest.detail.reason ?? 'no reason was given'}.`;
    case 'sign-in.failed':
      return `The last try did not work: ${newest.detail.reason ?? 'no reason was given'}. Ask for a new link.`;
    case 'sign-in.link-sent':
      return 'The mail server took the last link; it was not used yet. Look into the spam folder, or ask for a new one.';
    case 'sign-in.refused':
      return `The last request got no link: ${newest.detail.reason ?? 'no reason was given'}. Ask for a new one.`;
    default:
      return 'Nothing stands in the way: the last sign-in worked.';
  }
}

/** The answer to "why can't this person sign in?", for admins. */
export function timelineOf(email: string, standing: Standing, rows: readonly AuditRecord[]): SignInTimeline {
  return {
    email,
    explanation: explain(email, standing, rows),
    items: rows.map((row) => ({ at: row.at.toISOString(), action: row.action, text: sentence(row), from: row.from })),
  };
}
