import type { Principal } from '../http/access.ts';
import type { Actor } from './service.ts';

/** Returns who makes a call, for the audit trail. */
export function actorOf(call: {
  readonly principal: Principal;
  readonly clientAddress: string;
  readonly userAgent: string;
}): Actor {
  return { actor: call.principal.email, from: call.clientAddress, userAgent: call.userAgent };
}
