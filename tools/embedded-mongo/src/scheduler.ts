import { type Doc, docOf, type Plain } from './bson.ts';
import type { Catalog } from './catalog.ts';
import { MongoError } from './errors.ts';
import type { Oplog } from './oplog.ts';
import type { Storage } from './storage.ts';
import { errorFields } from './write-commands.ts';

/** A queued command. */
export interface Job {
  readonly isWrite: boolean;
  /** Jobs of one connection run in order. */
  readonly connection: object;
  readonly run: () => Doc | Promise<Doc>;
  readonly reply: (doc: Doc) => void;
}

/** Queues a command. */
export type Schedule = (job: Job) => void;

/**
 * Creates a scheduler that runs the queued commands once per turn of the event loop: first the reads, which see committed data; then all
 * writes in one transaction. Replies to writes are sent when the transaction is on the disk.
 */
export function createScheduler(storage: Storage, catalog: Catalog, oplog: Oplog): Schedule {
  let queue: Job[] = [];
  const revert = () => {
    if (storage.isCatalogChanged) catalog.load();
    oplog.reload();
  };
  /** Runs one write atomically. A MongoDB error becomes its reply; other errors end the transaction. */
  const runWrite = (job: Job) => {
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
  /** Runs writes in one transaction. If that fails, each runs in its own, so that one write does not fail the others. */
  const runWrites = (jobs: readonly Job[]) => {
    try {
      storage.run('BEGIN IMMEDIATE');
      const replies = jobs.map((job) => [job, runWrite(job)] as const);
      storage.commit();
      for (const [job, reply] of replies) void runJob({ ...job, run: () => reply });
    } catch (cause) {
      storage.rollback();
      revert();
      if (jobs.length > 1) for (const job of jobs) runWrites([job]);
      else jobs[0]?.reply(failure(cause));
    }
    oplog.notifyCommit();
  };
  const runQueue = () => {
    const jobs = queue;
    queue = [];
    const writers = new Set(jobs.filter(({ isWrite }) => isWrite).map(({ connection }) => connection));
    const writes = jobs.filter(({ connection }) => writers.has(connection));
    for (const job of jobs) if (!writers.has(job.connection)) void runJob(job);
    if (writes.length > 0) runWrites(writes);
  };
  return (job) => {
    if (queue.length === 0) setImmediate(runQueue);
    queue.push(job);
  };
}

async function runJob({ run, reply }: Job): Promise<void> {
  try {
    reply(await run());
  } catch (cause) {
    reply(failure(cause));
  }
}

/** How often a full disk is logged at most, in ms: every write fails by it. */
const SAY_FULL_EVERY_MS = 10_000;
let saidFullAt = Number.NEGATIVE_INFINITY;

function sayFull(): void {
  const now = performance.now();
  if (now - saidFullAt < SAY_FULL_EVERY_MS) return;
  saidFullAt = now;
  process.stderr.write('The disk is full: nothing can be written to the database, what is stored is read.\n');
}

/** Returns the reply to a failed command. Errors other than MongoDB errors are also logged to stderr. */
export function failure(cause: unknown): Doc {
  const ok: Plain = { type: 'double', value: 0 };
  if (cause instanceof MongoError) return docOf({ ok, ...errorFields(cause) });
  const message = cause instanceof Error ? cause.message : String(cause);
  const isFull = /disk is full/.test(message);
  if (isFull) sayFull();
  else process.stderr.write(`${cause instanceof Error ? cause.stack : message}\n`);
  return docOf({ ok, ...errorFields(new MongoError(isFull ? 14031 : 1, `the embedded database failed: ${message}`)) });
}
