import { AsyncLocalStorage } from 'node:async_hooks';
import { set as configure, mongo } from 'mongoose';
import type { Logger } from 'pino';
import { conflict, serviceUnavailable } from '../calls/problem.ts';
import { withTimeout } from './clock.ts';
import type { Database } from './database.ts';
import { databaseUnavailable } from './trouble.ts';

// Models join the transaction that they are used in by themselves.
configure('transactionAsyncLocalStorage', true);

/** After this long a transaction is not repeated any more, in ms. */
const MAX_REPEATING_MS = 10_000;
/** After this long the caller hears that the outcome is not known, in ms. */
const MAX_TRANSACTION_MS = 15_000;
/** Transactions of a connection at once, of its pool of 100: each needs another one of it for its next statement. */
const MAX_AT_ONCE = 10;
/** Transactions that wait for their turn; further ones are refused. */
const MAX_WAITING = 1000;
/** MongoDB's codes of a conflict: LockTimeout, WriteConflict, NoSuchTransaction. */
const CONFLICTS: readonly unknown[] = [24, 112, 251];
const OPTIONS = { readConcern: { level: 'snapshot' }, writeConcern: { w: 'majority' } } as const;

/** An open transaction. */
export interface Transaction {
  /** For the bare driver; models join by themselves. */
  readonly session: mongo.ClientSession;
  /** Calls a function when the transaction is committed. Its failure is logged. */
  afterCommit(run: () => unknown): void;
}

/**
 * Runs work in a transaction. It is repeated on conflicts, so the work changes nothing but the database; a transaction within a
 * transaction is a part of it. Throws 409 for a conflict that lasts, 503 when the database is down.
 */
export type Transact = <Result>(work: (transaction: Transaction) => Promise<Result>) => Promise<Result>;

const open = new AsyncLocalStorage<Transaction>();

/** Calls a function when the open transaction is committed; now when there is none. */
export function afterCommit(run: () => void): void {
  const transaction = open.getStore();
  if (transaction === undefined) run();
  else transaction.afterCommit(run);
}

/** Returns the session of the open transaction, as an option of the bare driver; none outside of one. */
export function sessionOption(): { readonly session?: mongo.ClientSession } {
  const transaction = open.getStore();
  return transaction === undefined ? {} : { session: transaction.session };
}

/** Creates the transactions of a database. */
export function createTransactions({ connection }: Pick<Database, 'connection'>, log: Logger): Transact {
  let running = 0;
  const waiting: (() => void)[] = [];

  const busy = () => serviceUnavailable('Too many changes are under way. Nothing was changed. Try again.');

  /** Runs work when fewer than `MAX_AT_ONCE` run, in order. Throws 503 when too many wait, or for too long. */
  async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const start = performance.now();
    if (waiting.length >= MAX_WAITING) throw busy();
    if (running < MAX_AT_ONCE) running += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      if (performance.now() - start > MAX_REPEATING_MS) throw busy();
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  }

  /** Returns the error of a transaction that is given up. */
  function lastingError(error: unknown): Error {
    log.warn({ err: error }, 'a change conflicted with others for too long and was given up');
    const isConflict = error instanceof mongo.MongoServerError && CONFLICTS.includes(error.code);
    if (!isConflict) return databaseUnavailable('away', 'unchanged', error);
    return conflict('conflict', 'Somebody else just changed this. Reload and try again.');
  }

  async function make<Result>(work: (transaction: Transaction) => Promise<Result>) {
    const start = performance.now();
    let failure: unknown;
    let committed: (() => unknown)[] = [];
    const result = await connection.transaction(async (session) => {
      // The driver repeats for two minutes.
      if (performance.now() - start > MAX_REPEATING_MS) throw lastingError(failure);
      const functions: (() => unknown)[] = [];
      const transaction = { session, afterCommit: (run: () => unknown) => void functions.push(run) };
      try {
        const outcome = await open.run(transaction, () => work(transaction));
        committed = functions;
        return outcome;
      } catch (error) {
        failure = error;
        throw error;
      }
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

  return async (work) => {
    const transaction = open.getStore();
    if (transaction !== undefined) return work(transaction);
    const outcome = await inTurn(() => withTimeout(make(work), MAX_TRANSACTION_MS, undefined));
    if (outcome === undefined) throw databaseUnavailable('away', 'unknown');
    return outcome.result;
  };
}
