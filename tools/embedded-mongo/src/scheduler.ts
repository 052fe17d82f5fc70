import { type Doc, docOf, type Plain } from './bson.ts';
import { MongoError } from './errors.ts';
import { fieldsOf } from './indexes.ts';
import type { Engine } from './request.ts';
import type { Session } from './sessions.ts';
import type { Storage } from './storage.ts';

/** A queued command. */
export interface Job {
  readonly isWrite: boolean;
  /** Jobs of one connection run in order. */
  readonly connection: object;
  readonly session?: Session | undefined;
  readonly run: () => Doc | Promise<Doc>;
  readonly reply: (doc: Doc) => void;
}

/** A command of a transaction. */
type Statement = Job & { readonly session: Session };
const isStatement = (job: Job): job is Statement => job.session?.step !== undefined;

/** Queues a command. */
export type Schedule = (job: Job) => void;

/** A transaction that is open for longer is aborted. */
const MAX_TRANSACTION_MS = 5000;
/** A transaction waits no longer to begin. Of two that wait for each other, this one ends. */
const MAX_WAIT_MS = 3000;
/** The time in which a client whose connection has closed may go on on another one, such as to repeat a commit. */
const RECONNECT_MS = 1500;
const MAX_TRANSACTION_BYTES = 64 * 1024 * 1024;

/**
 * Creates a scheduler: in each turn of the event loop it runs the reads, then all writes in one transaction, whose replies wait for the disk. A client's
 * transaction has the writer to itself from its first statement to its end, so no two conflict.
 */
export function createScheduler(storage: Storage, { catalog, oplog, cursors, sessions }: Engine): Schedule {
  let queue: Job[] = [];
  /** What waits for the writer, and what follows it on its connection. */
  const waiting: Job[] = [];
  /** The transaction that is open, with the connection of its last statement: when that closes, the client has vanished. */
  let open: { session: Session; connection: object; timer: NodeJS.Timeout; startBytes: number } | undefined;
  let isPlanned = false;
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
      catalog.commit();
      for (const [job, reply] of replies) void runJob({ ...job, run: () => reply });
    } catch (cause) {
      storage.rollback();
      revert();
      if (jobs.length > 1) for (const job of jobs) runWrites([job]);
      else jobs[0]?.reply(failure(cause));
    }
    oplog.notifyCommit();
  };

  const end = (isCommitted: boolean) => {
    if (!open) return;
    clearTimeout(open.timer);
    cursors.closeOf(open.session.owner);
    if (!isCommitted) {
      storage.rollback();
      revert();
    }
    open = undefined;
    oplog.notifyCommit();
    plan();
  };
  const begin = ({ session, connection }: Statement) => {
    const { number } = sessions.last(session.id);
    if (open || number === session.number) throw new MongoError(117, `txnNumber ${session.number} is already used`);
    if (number > session.number) throw sessions.failureOf(session);
    storage.hold();
    sessions.start(session);
    const timer = setTimeout(() => {
      process.stderr.write(`A transaction was open for ${MAX_TRANSACTION_MS} ms: it is aborted.\n`);
      end(false);
    }, MAX_TRANSACTION_MS);
    open = { session, connection, timer, startBytes: oplog.written };
  };
  /** Runs a command of a transaction. One that fails ends it, as in MongoDB. */
  const runStatement = (job: Statement) => {
    const { session, connection } = job;
    if (session.step === 'start') begin(job);
    if (open?.session.owner !== session.owner) {
      const failed = sessions.failureOf(session);
      if (session.step === 'commit' && failed.code === 256) return job.run();
      throw failed;
    }
    open.connection = connection;
    let isCommitted = false;
    let isOver = true;
    try {
      const reply = storage.inside(() => {
        const reply = job.run();
        if (session.step === 'commit') {
          sessions.keep(session);
          catalog.commit();
          isCommitted = true;
        }
        return reply;
      });
      if (oplog.written - open.startBytes > MAX_TRANSACTION_BYTES)
        throw new MongoError(257, `A transaction writes at most ${MAX_TRANSACTION_BYTES} bytes`);
      const isFailed = reply instanceof Promise || reply.get('writeErrors') !== undefined;
      isOver = isFailed || session.step === 'commit' || session.step === 'abort';
      return reply;
    } finally {
      if (isOver) end(isCommitted);
    }
  };

  /** Returns where the next job is that may run: while a transaction is open, only its own, and those of none that begins. */
  const next = () =>
    waiting.findIndex(
      (job) =>
        !open || (isStatement(job) && (job.session.step !== 'start' || job.session.owner === open.session.owner)),
    );
  const runWaiting = () => {
    for (let at = next(); at >= 0; at = next()) {
      const [job, count] = [waiting[at], waiting.findIndex(isStatement)];
      if (job && isStatement(job)) {
        waiting.splice(at, 1);
        void runJob({ ...job, run: () => runStatement(job) });
      } else runWrites(waiting.splice(0, count < 0 ? waiting.length : count));
    }
  };
  const runQueue = () => {
    const jobs = queue;
    queue = [];
    isPlanned = false;
    const writers = new Set(waiting.map(({ connection }) => connection));
    for (const job of jobs) if (job.isWrite || isStatement(job)) writers.add(job.connection);
    for (const job of jobs) {
      // A session that begins something else has given up its transaction.
      if (open?.session.id === job.session?.id && (job.session?.number ?? 0) > (open?.session.number ?? 0)) end(false);
      if (writers.has(job.connection)) waiting.push(job);
      else void runJob(job);
    }
    runWaiting();
  };
  const plan = () => {
    if (!isPlanned) setImmediate(runQueue);
    isPlanned = true;
  };
  /** Refuses transactions that have not started. */
  const giveUp = (isGivenUp: (job: Statement) => boolean, code: number, message: string) => {
    for (const jobs of [queue, waiting]) {
      for (const job of jobs.filter(isStatement).filter(isGivenUp)) {
        jobs.splice(jobs.indexOf(job), 1);
        job.reply(failure(new MongoError(code, message)));
      }
    }
  };
  sessions.on('end', (ended) => {
    giveUp(({ session, connection }) => ended === connection || ended === session.id, 251, 'The session has ended.');
    if (ended === open?.session.id) end(false);
    const endUnlessUsed = () => ended === open?.connection && end(false);
    if (ended === open?.connection) setTimeout(endUnlessUsed, RECONNECT_MS);
  });
  return (job) => {
    queue.push(job);
    plan();
    if (job.session?.step !== 'start') return;
    const wait = () => giveUp((other) => other === job, 112, `WriteConflict: waited ${MAX_WAIT_MS} ms to begin`);
    setTimeout(wait, MAX_WAIT_MS).unref();
  };
}

async function runJob({ run, reply }: Job): Promise<void> {
  try {
    reply(await run());
  } catch (cause) {
    reply(failure(cause));
  }
}

/** Returns the reply to a failed command. Errors of this program are also logged to stderr. */
export function failure(cause: unknown): Doc {
  const ok: Plain = { type: 'double', value: 0 };
  if (cause instanceof MongoError) return docOf({ ok, ...fieldsOf(cause) });
  const message = cause instanceof Error ? cause.message : String(cause);
  const isFull = /disk is full/.test(message);
  if (!isFull) process.stderr.write(`${cause instanceof Error ? cause.stack : message}\n`);
  return failure(new MongoError(isFull ? 14031 : 1, `the embedded database failed: ${message}`));
}
