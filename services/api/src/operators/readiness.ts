import type { DatabaseState } from '../database/state.ts';
import { inTime } from './in-time.ts';
import { remembered } from './remembered.ts';

/** The phase of a process. */
export type Phase = 'starting' | 'running' | 'draining';

/** The reply to `GET /readyz`. */
export interface Readiness {
  /** Only `ready` is 200. */
  readonly status: 'ready' | 'starting' | 'draining' | 'not-ready';
  /** The version of the service. */
  readonly version: string;
  readonly database: DatabaseState;
  /** The feed of live events. While it is down, events are late. */
  readonly changes: 'ok' | 'away';
  /** While it is down, mails wait. `unknown`: not checked yet. */
  readonly mail: 'ok' | 'away' | 'unknown';
  /** What is away, in words. */
  readonly warnings: readonly string[];
}

/** The parts of readiness. */
export interface ReadinessParts {
  readonly version: string;
  readonly phase: () => Phase;
  readonly database: () => Promise<DatabaseState>;
  readonly isFeedOpen: () => boolean;
  readonly verifyMail: () => Promise<void>;
}

/** How long the reply waits for the mail server. */
const MAIL_TIMEOUT_MS = 250;
/** How long a result of the mail server is cached: each check is a connection. */
const MAIL_FRESH_MS = 10_000;

const DATABASE_TROUBLES = {
  away: 'The database does not answer within 2 s: requests get 503, or are slow, until it does.',
  'not-writable': 'The database takes no writes: what changes something gets 503, what is stored is served.',
};
const FEED_AWAY = 'The feed of live events is interrupted: open dashboards learn of changes later.';
const MAIL_AWAY = 'The mail server does not answer: mails wait in the outbox.';

/**
 * Creates the readiness of a process. A check takes 2 s at most. Without a database that takes writes it is not ready; a
 * proxy asks for the process alone, for the others have no other database, and taking all of them out would hide what they
 * say of it.
 */
export function createReadiness({
  version,
  phase,
  database,
  isFeedOpen,
  verifyMail,
}: ReadinessParts): () => Promise<Readiness> {
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
    const [state, mail] = await Promise.all([database(), mailInTime()]);
    const now = phase();
    const changes = isFeedOpen() ? 'ok' : 'away';
    const warnings = [
      ...(state === 'ok' ? [] : [DATABASE_TROUBLES[state]]),
      ...(changes === 'away' ? [FEED_AWAY] : []),
      ...(mail === 'away' ? [MAIL_AWAY] : []),
    ];
    const status = now !== 'running' ? now : state === 'ok' ? 'ready' : 'not-ready';
    return { status, version, database: state, changes, mail, warnings };
  };
}
