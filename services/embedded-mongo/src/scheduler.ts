import { type Doc, docOf, type Plain } from './bson.ts';
import type { Catalog } from './catalog.ts';
import { MongoError } from './errors.ts';
import type { Oplog } from './oplog.ts';
import type { Storage } from './storage.ts';
import { errorFields } from './write-commands.ts';

/** A command that waits for its turn. */
export interface Job {
  readonly isWrite: boolean;
  /** Jobs of one connection run in the order in which they came. */
  readonly connection: object;
  readonly run: () => Doc | Promise<Doc>;
  readonly reply: (doc: Doc) => void;
}

/** Takes a command to be run in its turn. */
export type Schedule = (job: Job) => void;

/**
 * Runs commands, one turn of the event loop at a time: first the reads, which see what is committed; then all the writes in one
 * transaction, whose replies leave when it is on the disk. While one turn waits for the disk, the next one gathers.
 */
export function createScheduler(storage: Storage, catalog: Catalog, oplog: Oplog): Schedule {
  let waiting: Job[] = [];
  const revert = () => {
    if (storage.isCatalogChanged) catalog.load();
    oplog.revert();
  };
  /** Runs one write, whole or not at all. An error of MongoDB is its reply; any other one ends the transaction. */
  const attempt = (job: Job) => {
    storage.run('SAVEPOINT command');
    try {
      const reply = job.run();
      storage.run('RELEASE command');
      return reply;
    } catch (cause) {
      if (!(cause instanceof MongoError)) throw cause;
      storage.run('ROLLBACK TO command');
      revert();
      return failure(cause);
    }
  };
  /** All writes in one transaction; when that fails, each in its own, so that only those fail that cannot be done. */
  const runWrites = (jobs: readonly Job[]) => {
    try {
      storage.run('BEGIN IMMEDIATE');
      const replies = jobs.map((job) => [job, attempt(job)] as const);
      storage.commit();
      for (const [job, reply] of replies) void answer({ ...job, run: () => reply });
    } catch (cause) {
      storage.rollback();
      revert();
      if (jobs.length > 1) for (const job of jobs) runWrites([job]);
      else jobs[0]?.reply(failure(cause));
    }
    oplog.committed();
  };
  const turn = () => {
    const jobs = waiting;
    waiting = [];
    const writing = new Set(jobs.filter(({ isWrite }) => isWrite).map(({ connection }) => connection));
    const writes = jobs.filter(({ connection }) => writing.has(connection));
    for (const job of jobs) if (!writing.has(job.connection)) void answer(job);
    if (writes.length > 0) runWrites(writes);
  };
  return (job) => {
    if (waiting.length === 0) setImmediate(turn);
    waiting.push(job);
  };
}

async function answer({ run, reply }: Job): Promise<void> {
  try {
    reply(await run());
  } catch (cause) {
    reply(failure(cause));
  }
}

/** The reply to a command that failed. What is no error of MongoDB is one of this program or of its disk, and is also told on stderr. */
export function failure(cause: unknown): Doc {
  const ok: Plain = { type: 'double', value: 0 };
  if (cause instanceof MongoError) return docOf({ ok, ...errorFields(cause) });
  const message = cause instanceof Error ? cause.message : String(cause);
  process.stderr.write(`${cause instanceof Error ? cause.stack : message}\n`);
  const isFull = /disk is full/.test(message);
  return docOf({ ok, ...errorFields(new MongoError(isFull ? 14031 : 1, `the embedded database failed: ${message}`)) });
}
