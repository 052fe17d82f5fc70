import type { AuditAction, ProblemCode } from '@cytocomm/contract';
import { clientKey } from '@cytocomm/runtime';
import type { AnonymousEvents } from './anonymous-events.ts';
import type { AuditTrail } from './service.ts';

const MINUTE_MS = 60_000;

/** Runs `work` unless the key had a run within the current minute window. */
export type OncePerMinute = (key: string, work: () => Promise<void>) => Promise<void>;

/**
 * Returns a function that runs work once a minute per key, for at most `maxKeys` keys, so that refused calls cannot fill the
 * trail. Counted per process.
 */
export function createOncePerMinute(maxKeys: number): OncePerMinute {
  const seen = new Set<string>();
  let since = Number.NEGATIVE_INFINITY;
  return async (key, work) => {
    const now = Date.now();
    if (Math.abs(now - since) >= MINUTE_MS) {
      seen.clear();
      since = now;
    }
    if (seen.has(key) || seen.size >= maxKeys) return;
    seen.add(key);
    await work();
  };
}

/** A refused call. */
export interface RefusedCall {
  readonly code: ProblemCode;
  /** The caller's e-mail; undefined for an anonymous caller. */
  readonly email: string | undefined;
  /** Method and route, without its values. */
  readonly call: string;
  /** The Origin header; empty without one. */
  readonly origin: string;
  readonly from: string;
  readonly userAgent: string;
  /** The id of a record that was hidden by 404. */
  readonly hides?: string;
}

/** How many rows of each kind a process writes per minute. */
const MAX_PER_MINUTE = { members: 1000, strangers: 100 };

const ACTIONS = {
  forbidden: 'access.refused',
  'foreign-origin': 'access.foreign-origin',
  'rate-limited': 'limit.reached',
} as const satisfies Partial<Record<ProblemCode, string>>;

function actionOf({ code, email, hides }: RefusedCall): AuditAction | undefined {
  // Not recorded for visitors: a private document's link is no attack.
  if (hides !== undefined) return email === undefined ? undefined : 'access.refused';
  return isNoted(code) ? ACTIONS[code] : undefined;
}

function isNoted(code: ProblemCode): code is keyof typeof ACTIONS {
  return code in ACTIONS;
}

/**
 * Returns a function that records calls refused for role (also by 404), origin or limit; once a minute per caller and route,
 * so that the trail cannot be flooded.
 */
export function createRefusalLog(
  audit: AuditTrail,
  strangers: AnonymousEvents,
): (refused: RefusedCall) => Promise<void> {
  const ofMembers = createOncePerMinute(MAX_PER_MINUTE.members);
  const ofStrangers = createOncePerMinute(MAX_PER_MINUTE.strangers);
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
