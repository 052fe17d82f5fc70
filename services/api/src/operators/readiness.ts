import { isDatabaseAway } from '../database/away.ts';
import { ApiError } from '../http/problem.ts';

/** How far a process has come. */
export type Phase = 'starting' | 'running' | 'draining';

/** What `GET /readyz` says. */
export interface Readiness {
  /** Only `ready` is 200: requests may be sent here. */
  readonly status: 'ready' | 'starting' | 'draining' | 'not-ready';
  readonly database: 'ok' | 'away' | 'not-writable';
  /** The feed of live events. While it is away, events come late, and the rest goes on. */
  readonly changes: 'ok' | 'away';
  /** While it is away, mails wait, and the rest goes on. `unknown`: it was never heard of yet. */
  readonly mail: 'ok' | 'away' | 'unknown';
  /** What an operator should know of a process that is ready. */
  readonly warnings: readonly string[];
}

/** What readiness is made of. */
export interface ReadinessParts {
  readonly phase: () => Phase;
  /** Writes something; rejects when that fails. */
  readonly write: () => Promise<void>;
  readonly isFeedOpen: () => boolean;
  readonly verifyMail: () => Promise<void>;
}

/** How long the database has for an answer; a proxy that asks has more patience than that. */
const TIMEOUT_MS = 2000;
/** How long the mail server has before an answer goes without it: it must not make a process look slow. */
const MAIL_PATIENCE_MS = 250;
/** How long a good answer of the database counts: many may ask, and each would be a write. A bad one counts once. */
const DATABASE_FRESH_MS = 500;
/** How long an answer of the mail server counts: each is a connection to somebody else's machine. */
const MAIL_FRESH_MS = 10_000;

/** What an answer is taken for that does not come in time. */
async function inTime<State>(answer: Promise<State>, patienceMs: number, otherwise: State): Promise<State> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<State>((resolve) => {
    timer = setTimeout(resolve, patienceMs, otherwise);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Asks once at a time, and keeps the answer as long as `freshMs` says of it. */
function remembered<State>(ask: () => Promise<State>, freshMs: (state: State) => number): () => Promise<State> {
  let last: Promise<State> | undefined;
  let until = 0;
  return () => {
    if (last !== undefined && Date.now() < until) return last;
    until = Number.POSITIVE_INFINITY;
    last = ask().then((state) => {
      until = Date.now() + freshMs(state);
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

/** Whether a process can be sent requests, asked anew each time, within 2 s. */
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
    lastMail = await inTime(mailState(), MAIL_PATIENCE_MS, lastMail);
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
