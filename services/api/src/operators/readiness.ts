import { isDatabaseAway } from '../database/away.ts';
import { ApiError } from '../http/problem.ts';
import { inTime } from './in-time.ts';

/** The phase of a process. */
export type Phase = 'starting' | 'running' | 'draining';

/** The reply to `GET /readyz`. */
export interface Readiness {
  /** Only `ready` is 200. */
  readonly status: 'ready' | 'starting' | 'draining' | 'not-ready';
  readonly database: 'ok' | 'away' | 'not-writable';
  /** The feed of live events. While it is down, events are late. */
  readonly changes: 'ok' | 'away';
  /** While it is down, mails wait. `unknown`: not checked yet. */
  readonly mail: 'ok' | 'away' | 'unknown';
  /** Warnings of a ready process. */
  readonly warnings: readonly string[];
}

/** The parts of readiness. */
export interface ReadinessParts {
  readonly phase: () => Phase;
  /** Writes to the database; rejects when that fails. */
  readonly write: () => Promise<void>;
  readonly isFeedOpen: () => boolean;
  readonly verifyMail: () => Promise<void>;
}

/** The timeout of the database, below that of proxies. */
const TIMEOUT_MS = 2000;
/** How long the reply waits for the mail server. */
const MAIL_TIMEOUT_MS = 250;
/** How long a good result of the database is cached: each check is a write. Failures are not cached. */
const DATABASE_FRESH_MS = 500;
/** How long a result of the mail server is cached: each check is a connection. */
const MAIL_FRESH_MS = 10_000;

/** Returns a check that runs once at a time and caches its result for `freshMs`. */
function remembered<State>(ask: () => Promise<State>, freshMs: (state: State) => number): () => Promise<State> {
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

function troubleOf(error: unknown): 'away' | 'not-writable' {
  return error instanceof ApiError || isDatabaseAway(error) ? 'away' : 'not-writable';
}

const FEED_AWAY = 'The feed of live events is interrupted: open dashboards learn of changes later.';
const MAIL_AWAY = 'The mail server does not answer: mails wait in the outbox.';

/** Creates the readiness of a process. A check takes 2 s at most. */
export function createReadiness({ phase, write, isFeedOpen, verifyMail }: ReadinessParts): () => Promise<Readiness> {
  const databaseState = remembered<Readiness['database']>(
    () =>
      inTime(
        write().then(() => 'ok', troubleOf),
        TIMEOUT_MS,
        'away',
      ),
    (state) => (state === 'ok' ? DATABASE_FRESH_MS : 0),
  );
  const mailState = remembered<Readiness['mail']>(
    () =>
      verifyMail().then(
        () => 'ok',
        () => 'away',
      ),
    () => MAIL_FRESH_MS,
  );
  let lastMail: Readiness['mail'] = 'unknown';
  const mailInTime = async () => {
    lastMail = await inTime(mailState(), MAIL_TIMEOUT_MS, lastMail);
    return lastMail;
  };
  return async () => {
    const [database, mail] = await Promise.all([databaseState(), mailInTime()]);
    const now = phase();
    const changes = isFeedOpen() ? 'ok' : 'away';
    const status = now !== 'running' ? now : database === 'ok' ? 'ready' : 'not-ready';
    const warnings = [...(changes === 'away' ? [FEED_AWAY] : []), ...(mail === 'away' ? [MAIL_AWAY] : [])];
    return { status, database, changes, mail, warnings };
  };
}
