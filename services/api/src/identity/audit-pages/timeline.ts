import { AUDIT_ACTIONS, isOperatorsAction, type SignInTimeline } from '@cytocomm/contract';
import type { AnonymousEventRecord } from '../../platform/audit/anonymous-events.ts';
import type { AuditRecord } from '../../platform/audit/service.ts';

/** The current state of a user. */
export interface UserState {
  readonly exists: boolean;
  readonly roles: readonly string[];
}

/** One event of a timeline. */
type TimelineEvent = Pick<AuditRecord, 'at' | 'action' | 'actor' | 'subject' | 'from' | 'detail'>;

const SIGN_IN_ROWS = 200;

/** How many of the newest rows a timeline includes. */
export const TIMELINE_ROWS = SIGN_IN_ROWS;

function sentence(row: TimelineEvent): string {
  const { reason, role, roles, call, outcome } = row.detail;
  const more = [reason, role, roles, call, outcome].filter((part) => part !== undefined).join(', ');
  const actor = row.actor ?? (isOperatorsAction(row.action) ? 'an operator' : row.subject);
  const who = actor === row.subject ? '' : `${actor} `;
  return `${who}${AUDIT_ACTIONS[row.action]}${more === '' ? '' : `: ${more}`}`;
}

/** Returns why the user cannot sign in, by the newest events. */
function explain(email: string, user: UserState, rows: readonly TimelineEvent[]): string {
  if (!user.exists) return `There is no user ${email}: no mail is sent. Add the person, or look for a typing error.`;
  if (user.roles.length === 0) return 'The person has no role: they sign in and are told to contact an administrator.';
  const newest = rows.find((row) => row.action.startsWith('sign-in.'));
  switch (newest?.action) {
    case undefined:
      return 'The person is approved and has not asked for a link yet.';
    case 'sign-in.mail-failed':
      return `The mail could not be delivered: ${newest.detail.reason ?? 'no reason was given'}.`;
    case 'sign-in.failed':
      return `The last try did not work: ${newest.detail.reason ?? 'no reason was given'}. Ask for a new link.`;
    case 'sign-in.codes-locked':
      return `Only the link of a mail works for a while: ${newest.detail.reason ?? 'too many wrong codes were tried'}.`;
    case 'sign-in.second-factor-asked':
      return 'The first step worked, and the person is asked for their passkey. If they lost it, they use a recovery code, or you reset their passkeys here.';
    case 'sign-in.second-factor-failed':
      return `The link worked, the second factor did not: ${newest.detail.reason ?? 'no reason was given'}. Try again, or use a recovery code.`;
    case 'sign-in.recovery-codes-locked':
      return 'Only a passkey works for an hour: too many wrong recovery codes were tried.';
    case 'sign-in.link-sent':
      return 'The mail server took the last link; it was not used yet. Look into the spam folder, or ask for a new one.';
    case 'sign-in.refused':
      return `The last request got no link: ${newest.detail.reason ?? 'no reason was given'}. Ask for a new one.`;
    default:
      return 'Nothing stands in the way: the last sign-in worked.';
  }
}

/**
 * Returns the timeline of an address's sign-ins for admins. `noted` are the notes about it as a stranger's, without network
 * addresses.
 */
export function timelineOf(
  email: string,
  user: UserState,
  trail: readonly AuditRecord[],
  noted: readonly AnonymousEventRecord[],
): SignInTimeline {
  const asStranger = noted.map((note): TimelineEvent => ({ ...note, subject: email, actor: null, from: '' }));
  const rows = [...trail, ...asStranger].sort((a, b) => b.at.getTime() - a.at.getTime()).slice(0, TIMELINE_ROWS);
  return {
    email,
    explanation: explain(email, user, rows),
    items: rows.map((row) => ({ at: row.at.toISOString(), action: row.action, text: sentence(row), from: row.from })),
  };
}
