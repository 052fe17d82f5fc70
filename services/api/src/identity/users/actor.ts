import { isTeam, type Principal, type TeamToken, teamActor } from '../../platform/http/access.ts';
import type { Actor } from './service.ts';

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
