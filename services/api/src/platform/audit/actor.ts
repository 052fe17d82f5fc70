import { isTeam, type Principal, type TeamToken, teamActor } from '../calls/access.ts';
import type { AuditEvent } from './event.ts';

/** Who makes a change, for the audit trail. */
export type Actor = Pick<AuditEvent, 'actor' | 'from' | 'userAgent'>;

/** The portal itself. */
export const SYSTEM: Actor = { actor: null };

/** Returns who makes a call, for the audit trail. */
export function actorOf(call: {
  readonly principal: Principal | TeamToken;
  readonly clientAddress: string;
  readonly userAgent: string;
}): Actor {
  const { principal } = call;
  const actor = isTeam(principal) ? teamActor(principal) : principal.email;
  return { actor, from: call.clientAddress, userAgent: call.userAgent };
}
