import type { AuditTrail } from './service.ts';

/** A call that a person's role did not allow. */
export interface RefusedCall {
  readonly email: string;
  /** Method and route, without the values in it. */
  readonly call: string;
  readonly from: string;
  readonly userAgent: string;
}

const QUIET_MS = 60_000;
const REMEMBERED = 1000;

/** Notes refusals by role in the audit trail; the same person at the same route once a minute, so that nobody can flood it. */
export function createRefusalLog(audit: AuditTrail): (refused: RefusedCall) => Promise<void> {
  const noted = new Map<string, number>();
  return async ({ email, call, from, userAgent }) => {
    const key = `${email} ${call}`;
    const now = Date.now();
    if (now - (noted.get(key) ?? Number.NEGATIVE_INFINITY) < QUIET_MS) return;
    const [oldest] = noted.size >= REMEMBERED ? noted.keys() : [];
    if (oldest !== undefined) noted.delete(oldest);
    noted.delete(key);
    noted.set(key, now);
    await audit.record({ action: 'access.refused', actor: email, subject: email, from, userAgent, detail: { call } });
  };
}
