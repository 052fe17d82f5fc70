import type { AuditAction, ProblemCode } from '@cytocomm/contract';
import { clientKey } from '../limits/client-key.ts';
import { createQuiet } from './quiet.ts';
import type { AuditTrail } from './service.ts';
import type { StrangerNotes } from './strangers.ts';

/** A call that was refused. */
export interface RefusedCall {
  readonly code: ProblemCode;
  /** Who is signed in; undefined when nobody is. */
  readonly email: string | undefined;
  /** Method and route, without the values in it. */
  readonly call: string;
  /** The site that the page behind the call was on, as the browser says; empty when it does not. */
  readonly origin: string;
  readonly from: string;
  readonly userAgent: string;
  /** The id of what exists and was answered as if it did not. */
  readonly hides?: string;
}

/** How many rows a minute one process writes at most, of each kind. */
const MAX_PER_MINUTE = { members: 1000, strangers: 100 };

const ACTIONS = {
  forbidden: 'access.refused',
  'foreign-origin': 'access.foreign-origin',
  'rate-limited': 'limit.reached',
} as const satisfies Partial<Record<ProblemCode, string>>;

function actionOf({ code, email, hides }: RefusedCall): AuditAction | undefined {
  // Visitors are not noted for it: that a private document is not theirs is no attempt to get at it.
  if (hides !== undefined) return email === undefined ? undefined : 'access.refused';
  return isNoted(code) ? ACTIONS[code] : undefined;
}

function isNoted(code: ProblemCode): code is keyof typeof ACTIONS {
  return code in ACTIONS;
}

/**
 * Notes refusals by role, also those that were answered as if there were nothing, of pages of other sites, and by limits; the same person or client at the same route once a minute, so that
 * nobody can flood the trail.
 */
export function createRefusalLog(audit: AuditTrail, strangers: StrangerNotes): (refused: RefusedCall) => Promise<void> {
  const ofMembers = createQuiet(MAX_PER_MINUTE.members);
  const ofStrangers = createQuiet(MAX_PER_MINUTE.strangers);
  return async (refused) => {
    const { code, email, call, origin, from, userAgent, hides } = refused;
    const action = actionOf(refused);
    if (action === undefined) return;
    const client = clientKey(from);
    const note = {
      action,
      actor: email ?? null,
      subject: email ?? client,
      from,
      userAgent,
      detail: {
        call,
        ...(code === 'foreign-origin' ? { origin: origin.slice(0, 200) } : {}),
        ...(hides === undefined ? {} : { hidden: hides }),
      },
    };
    const key = `${code} ${email ?? client} ${call}`;
    await (email === undefined
      ? ofStrangers(key, () => strangers.record(note))
      : ofMembers(key, () => audit.record(note)));
  };
}
