import type { Build } from '@cytocomm/runtime';
import { ApiError } from '../calls/problem.ts';
import { withTimeout } from '../database/clock.ts';
import { type DatabaseState, stateBehind } from '../database/trouble.ts';

/** Returns a check that runs once at a time and caches its result for `freshMs`. */
export function createCachedCheck<State>(
  ask: () => Promise<State>,
  freshMs: (state: State) => number,
): () => Promise<State> {
  let last: Promise<State> | undefined;
  let until = 0;
  return () => {
    if (last !== undefined && performance.now() < until) return last;
    until = Number.POSITIVE_INFINITY;
    last = ask().then((state) => {
      until = performance.now() + freshMs(state);
      return state;
    });
    return last;
  };
}

/** The phase of a process. */
export type Phase = 'starting' | 'running' | 'draining';

/** The reply to `GET /readyz`. */
export interface Readiness {
  /** Only `ready` is 200. */
  readonly status: 'ready' | 'starting' | 'draining' | 'not-ready';
  readonly version: string;
  readonly commit: string;
  readonly database: DatabaseState;
  /** The feed of live events. While it is down, events are late. */
  readonly changes: 'ok' | 'away';
  /** While it is down, mails wait. */
  readonly mail: MailState;
  /** A sentence for each part that is away. */
  readonly warnings: readonly string[];
}

/** The parts of readiness. */
export interface ReadinessParts {
  readonly build: Build;
  readonly phase: () => Phase;
  readonly database: () => Promise<DatabaseState>;
  readonly isFeedOpen: () => boolean;
  readonly verifyMail: () => Promise<void>;
}

const DATABASE_TROUBLES = {
  away: 'The database does not answer within 2 s: requests get 503, or are slow, until it does.',
  'not-writable': 'The database takes no writes: what changes something gets 503, what is stored is served.',
  restoring:
    'A restore into the database is under way: nothing is served or sent until it ends. If it was interrupted, run it again with --replace.',
  restored:
    'A restore into the database began while this process used it: nothing is served or sent until the process is started again.',
};
const FEED_AWAY = 'The feed of live events is interrupted: open dashboards learn of changes later.';
const MAIL_TROUBLES = {
  away: 'The mail server does not answer: mails wait in the outbox.',
  unknown: 'The mail server has not answered yet: whether mails go out is not known.',
};

/**
 * Creates the readiness of a process. A check takes 2 s at most. Without a database that takes writes it is not ready; a
 * proxy asks for the process alone, for the others have no other database, and taking all of them out would hide what they
 * say of it.
 */
export function createReadiness({
  build: { version, commit },
  phase,
  database,
  isFeedOpen,
  verifyMail,
}: ReadinessParts): () => Promise<Readiness> {
  const checkMail = createMailCheck(verifyMail);
  return async () => {
    const [state, mail] = await Promise.all([database(), checkMail()]);
    const now = phase();
    const changes = isFeedOpen() ? 'ok' : 'away';
    const warnings = [
      ...(state === 'ok' ? [] : [DATABASE_TROUBLES[state]]),
      ...(changes === 'away' ? [FEED_AWAY] : []),
      ...(mail === 'ok' ? [] : [MAIL_TROUBLES[mail]]),
    ];
    const status = now !== 'running' ? now : state === 'ok' ? 'ready' : 'not-ready';
    return { status, version, commit, database: state, changes, mail, warnings };
  };
}

/** How long readiness and metrics wait for the database, in ms: less than proxies wait for them. */
export const DATABASE_TIMEOUT_MS = 2000;
/** How long a good result is cached: each check is a write. Failures are not cached. */
const FRESH_MS = 500;

/** An ApiError: the database has not answered this process yet. */
const stateOf = (error: unknown) => (error instanceof ApiError ? 'away' : stateBehind(error));

/**
 * Creates the check of a database, by a write: the driver of a cluster stays connected to its router while the members
 * behind it are away. It takes 2 s at most.
 */
export function createDatabaseCheck(write: () => Promise<void>): () => Promise<DatabaseState> {
  return createCachedCheck<DatabaseState>(
    () =>
      withTimeout(
        write().then(() => 'ok', stateOf),
        DATABASE_TIMEOUT_MS,
        'away',
      ),
    (state) => (state === 'ok' ? FRESH_MS : 0),
  );
}

/** `unknown`: no check has ended lately. */
type MailState = 'ok' | 'away' | 'unknown';

/** How long one who asks waits for the mail server. */
const WAIT_MS = 250;
/** When a server that says nothing counts as away. */
const MAIL_TIMEOUT_MS = 5000;
/** How long a result is cached: each check is a connection. */
const MAIL_FRESH_MS = 10_000;
/** How long the last result counts while the next check runs. */
const KNOWN_MS = MAIL_FRESH_MS + MAIL_TIMEOUT_MS;

/**
 * Creates the check of a mail server. It takes 250 ms at most: of a check that takes longer the result is kept for those who
 * ask next, and until then the one before counts, unless it is older than 15 s.
 */
function createMailCheck(verify: () => Promise<void>): () => Promise<MailState> {
  let lastState: MailState = 'unknown';
  let lastStateUntil = 0;
  const check = createCachedCheck<MailState>(
    async () => {
      const answer = verify().then(
        () => 'ok' as const,
        () => 'away' as const,
      );
      lastState = await withTimeout<MailState>(answer, MAIL_TIMEOUT_MS, 'away');
      lastStateUntil = performance.now() + KNOWN_MS;
      return lastState;
    },
    () => MAIL_FRESH_MS,
  );
  return async () => {
    const state = await withTimeout(check(), WAIT_MS, undefined);
    return state ?? (performance.now() < lastStateUntil ? lastState : 'unknown');
  };
}
