import { type ApiError, serviceUnavailable } from '../calls/problem.ts';

/** The trail is altered or cannot be verified; the message says why. */
export class AuditFault extends Error {
  override readonly name = 'AuditFault';
}

/** Returns 503 for what could not be appended: what it is about may have been done all the same. */
export function notWrittenDown(): ApiError {
  return serviceUnavailable('This could not be written down. Look whether it was done, and try again soon.');
}
