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

/**
 * Runs commands, one turn of the event loop at a time: first the reads, which see what is committed; then all the writes in one
 * transaction, whose replies leave when it is on the disk. While one turn waits for the disk, the next one gathers.
 */
export class Scheduler {
  readonly #storage: Storage;
  readonly #catalog: Catalog;
  readonly #oplog: Oplog;
  #jobs: Job[] = [];

  constructor(storage: Storage, catalog: Catalog, oplog: Oplog) {
    this.#storage = storage;
    this.#catalog = catalog;
    this.#oplog = oplog;
  }

  add(job: Job): void {
    if (this.#jobs.length === 0) setImmediate(() => this.#turn());
    this.#jobs.push(job);
  }

  #turn(): void {
    const jobs = this.#jobs;
    this.#jobs = [];
    const writing = new Set(jobs.filter(({ isWrite }) => isWrite).map(({ connection }) => connection));
    const writes = jobs.filter(({ connection }) => writing.has(connection));
    for (const job of jobs) if (!writing.has(job.connection)) void answer(job);
    if (writes.length > 0) this.#runWrites(writes);
  }

  /** All writes in one transaction; when that fails, each in its own, so that only those fail that cannot be done. */
  #runWrites(jobs: readonly Job[]): void {
    try {
      this.#storage.run('BEGIN IMMEDIATE');
      const replies = jobs.map((job) => [job, this.#attempt(job)] as const);
      this.#storage.commit();
      for (const [job, reply] of replies) void answer({ ...job, run: () => reply });
    } catch (cause) {
      this.#storage.rollback();
      this.#revert();
      const [only] = jobs;
      if (jobs.length > 1) for (const job of jobs) this.#runWrites([job]);
      else only?.reply(failure(cause));
    }
    this.#oplog.committed();
  }

  /** Runs one write, whole or not at all. An error of MongoDB is its reply; any other one ends the transaction. */
  #attempt(job: Job): Doc | Promise<Doc> {
    this.#storage.run('SAVEPOINT command');
    try {
      const reply = job.run();
      this.#storage.run('RELEASE command');
      return reply;
    } catch (cause) {
      if (!(cause instanceof MongoError)) throw cause;
      this.#storage.run('ROLLBACK TO command');
      this.#revert();
      return failure(cause);
    }
  }

  #revert(): void {
    if (this.#storage.isCatalogChanged) this.#catalog.revert();
    this.#oplog.revert();
  }
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
