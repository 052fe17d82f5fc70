import { AsyncLocalStorage } from 'node:async_hooks';
import type { AuditAction } from '@cytocomm/contract';
import { set as configure, mongo } from 'mongoose';
import type { Logger } from 'pino';
import type { Actor } from '../audit/actor.ts';
import type { AuditEvent } from '../audit/event.ts';
import type { AuditTrail } from '../audit/service.ts';
import { conflict } from '../calls/problem.ts';
import { withTimeout } from './clock.ts';
import type { Database } from './database.ts';
import { databaseUnavailable } from './trouble.ts';

// Models join the transaction that they are used in by themselves.
configure('transactionAsyncLocalStorage', true);

/** After this long a change is not repeated any more, in ms. */
const MAX_REPEATING_MS = 10_000;
/** After this long the caller hears that the outcome is not known, in ms. */
const MAX_CHANGE_MS = 15_000;
/** MongoDB's codes of a conflict: LockTimeout, WriteConflict, NoSuchTransaction. */
const CONFLICTS: readonly unknown[] = [24, 112, 251];
const OPTIONS = { readConcern: { level: 'snapshot' }, writeConcern: { w: 'majority' } } as const;

/** What happens together with the writes of a change, or not at all. */
export interface Change {
  /** For the bare driver; models join by themselves. */
  readonly session: mongo.ClientSession;
  /** Stores a row of the audit trail. */
  audit(action: AuditAction, subject: string, detail?: AuditEvent['detail']): void;
  /** Calls a function when the change is stored. Its failure is logged. */
  afterCommit(run: () => unknown): void;
}

/**
 * Makes a change in one transaction. It is repeated on conflicts, so the work changes nothing but the database; a change within a
 * change is a part of it. Throws 409 for a conflict that lasts, 503 when the database is down.
 */
export type MakeChange = <Result>(actor: Actor, work: (change: Change) => Promise<Result>) => Promise<Result>;

/** What the parts of one attempt collect. */
interface Attempt {
  readonly session: mongo.ClientSession;
  readonly events: AuditEvent[];
  readonly afterCommit: (() => unknown)[];
}

const attempts = new AsyncLocalStorage<Attempt>();

/** Calls a function when the change that is being made is stored; now when there is none. */
export function afterCommit(run: () => void): void {
  const attempt = attempts.getStore();
  if (attempt === undefined) run();
  else attempt.afterCommit.push(run);
}

/** Returns the session of the change that is being made, as an option of the bare driver; none outside of one. */
export function sessionOption(): { readonly session?: mongo.ClientSession } {
  const attempt = attempts.getStore();
  return attempt === undefined ? {} : { session: attempt.session };
}

function changeOf({ session, events, afterCommit: functions }: Attempt, actor: Actor): Change {
  return {
    session,
    audit: (action, subject, detail) => {
      events.push({ ...actor, action, subject, ...(detail !== undefined && { detail }) });
    },
    afterCommit: (run) => {
      functions.push(run);
    },
  };
}

/** Creates the changes of a database. */
export function createChanges(
  { connection }: Pick<Database, 'connection'>,
  audit: Pick<AuditTrail, 'recordAll'>,
  log: Logger,
): MakeChange {
  /** Returns the error of a change that is given up. */
  function lastingError(error: unknown): Error {
    log.warn({ err: error }, 'a change conflicted with others for too long and was given up');
    const isConflict = error instanceof mongo.MongoServerError && CONFLICTS.includes(error.code);
    if (!isConflict) return databaseUnavailable('away', 'unchanged', error);
    return conflict('conflict', 'Somebody else just changed this. Reload and try again.');
  }

  async function make<Result>(actor: Actor, work: (change: Change) => Promise<Result>) {
    const start = performance.now();
    let failure: unknown;
    let committed: readonly (() => unknown)[] = [];
    const result = await connection.transaction(async (session) => {
      // The driver repeats for two minutes.
      if (performance.now() - start > MAX_REPEATING_MS) throw lastingError(failure);
      const attempt: Attempt = { session, events: [], afterCommit: [] };
      return attempts.run(attempt, async () => {
        try {
          const result = await work(changeOf(attempt, actor));
          await audit.recordAll(attempt.events);
          committed = attempt.afterCommit;
          return result;
        } catch (error) {
          failure = error;
          throw error;
        }
      });
    }, OPTIONS);
    for (const run of committed) {
      try {
        await run();
      } catch (error) {
        log.error({ err: error }, 'what follows a change failed');
      }
    }
    return { result };
  }

  return async (actor, work) => {
    const attempt = attempts.getStore();
    if (attempt !== undefined) return work(changeOf(attempt, actor));
    const outcome = await withTimeout(make(actor, work), MAX_CHANGE_MS, undefined);
    if (outcome === undefined) throw databaseUnavailable('away', 'unknown');
    return outcome.result;
  };
}
