import { bson, docOf } from './build.ts';
import type { Catalog } from './catalog.ts';
import type { Doc } from './document.ts';
import { MongoError } from './errors.ts';
import type { Oplog } from './oplog.ts';
import { isDiskFull, type Storage } from './storage.ts';
import { errorFields } from './write-commands.ts';

/** A command that waits for its turn. */
export interface Job {
  readonly isWrite: boolean;
  /** Jobs of one connection run in the order in which they came. */
  readonly connection: object;
  readonly run: () => Doc | Promise<Doc>;
  readonly reply: (doc: Doc) => void;
}

/**
 * Runs commands, one turn of the event loop at a time: first the reads, which see what is committed; then all the writes in one
 * transaction, whose replies leave when it is on the disk. While one turn waits for the disk, the next one gathers.
 */
export class Scheduler {
  readonly #storage: Storage;
  readonly #catalog: Catalog;
  readonly #oplog: Oplog;
  #jobs: Job[] = [];
  #isStopped = false;

  constructor(storage: Storage, catalog: Catalog, oplog: Oplog) {
    this.#storage = storage;
    this.#catalog = catalog;
    this.#oplog = oplog;
  }

  add(job: Job): void {
    if (this.#isStopped) return;
    if (this.#jobs.length === 0) setImmediate(() => this.#turn());
    this.#jobs.push(job);
  }

  /** Takes no more jobs; those that wait are dropped unanswered, as at a crash. */
  stop(): void {
    this.#isStopped = true;
    this.#jobs = [];
  }

  #turn(): void {
    const jobs = this.#jobs;
    this.#jobs = [];
    const writing = new Set<object>();
    const [reads, writes, late]: [Job[], Job[], Job[]] = [[], [], []];
    for (const job of jobs) {
      if (job.isWrite) writing.add(job.connection);
      (job.isWrite ? writes : writing.has(job.connection) ? late : reads).push(job);
    }
    for (const job of reads) runRead(job);
    if (writes.length > 0) this.#runWrites(writes);
    for (const job of late) runRead(job);
  }

  /** All writes in one transaction; when that fails, each in its own, so that only those fail that cannot be done. */
  #runWrites(jobs: readonly Job[]): void {
    const replies: (readonly [Job, Doc])[] = [];
    try {
      this.#storage.begin();
      for (const job of jobs) replies.push([job, attempt(job)]);
      this.#storage.commit();
    } catch (cause) {
      this.#storage.rollback();
      this.#catalog.load();
      this.#oplog.load();
      const [only] = jobs;
      if (jobs.length > 1) for (const job of jobs) this.#runWrites([job]);
      else only?.reply(failure(cause));
      return;
    }
    for (const [job, reply] of replies) job.reply(reply);
    this.#oplog.committed();
  }
}

/** Runs a write. An error of MongoDB is its reply; any other one ends the transaction. */
function attempt(job: Job): Doc {
  try {
    const reply = job.run();
    if (reply instanceof Promise) throw new Error('a write must not wait');
    return reply;
  } catch (cause) {
    if (cause instanceof MongoError) return failure(cause);
    throw cause;
  }
}

function runRead(job: Job): void {
  try {
    const reply = job.run();
    if (reply instanceof Promise) reply.then(job.reply, (cause: unknown) => job.reply(failure(cause)));
    else job.reply(reply);
  } catch (cause) {
    job.reply(failure(cause));
  }
}

/** The reply to a command that failed. */
export function failure(cause: unknown): Doc {
  return docOf({ ok: bson({ type: 'double', value: 0 }), ...errorFields(toMongoError(cause)) });
}

function toMongoError(cause: unknown): MongoError {
  if (cause instanceof MongoError) return cause;
  const message = cause instanceof Error ? cause.message : String(cause);
  if (isDiskFull(cause)) return new MongoError(14031, `The disk of the embedded database is full: ${message}`);
  process.stderr.write(`${cause instanceof Error ? cause.stack : message}\n`);
  return new MongoError(1, `internal error of the embedded database: ${message}`);
}
