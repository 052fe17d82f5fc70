import type { DatabaseState } from '../database/state.ts';
import { createMailCheck, type MailState } from './mail-check.ts';

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
  /** While it is down, mails wait. */
  readonly mail: MailState;
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

const DATABASE_TROUBLES = {
  away: 'The database does not answer within 2 s: requests get 503, or are slow, until it does.',
  'not-writable': 'The database takes no writes: what changes something gets 503, what is stored is served.',
  restoring:
    'A restore into the database has begun and not ended: nothing is served or sent until it has. Where it was broken off, run it again with --replace.',
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
  version,
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
    return { status, version, database: state, changes, mail, warnings };
  };
}
