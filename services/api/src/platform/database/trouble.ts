import { createTroubleLog, type TroubleLog } from '@cytocomm/runtime';
import { MongooseError, mongo } from 'mongoose';
import type { Logger } from 'pino';
import { ApiError } from '../calls/problem.ts';

/** A database is not to be used for a restore into it; the message says what to do. */
export class RestoreRefusal extends Error {
  override readonly name = 'RestoreRefusal';
  /** `restoring`: a restore has not ended. `restored`: one began while this process used the database. */
  readonly state: 'restoring' | 'restored';

  constructor(state: RestoreRefusal['state'], message: string) {
    super(message);
    this.state = state;
  }
}

/** The code of a write whose unique key is there already. */
export const DUPLICATE_KEY = 11_000;

/** Whether a write failed because a unique index has that key already. */
export function isDuplicateKey(error: unknown): boolean {
  return error instanceof mongo.MongoServerError && error.code === DUPLICATE_KEY;
}

/** Error codes of a server that is starting, stopping or has just lost its place as primary, and of a cluster whose members do not reach one another. */
const PASSING_CODES = new Set([
  ...[6, 7, 63, 64, 70, 89, 91, 94, 133, 134, 150, 189, 202, 262, 9001, 10058, 10107],
  ...[11600, 11602, 13388, 13435, 13436],
  // Cursors that went with the server that had them.
  ...[43, 175, 237],
]);
/** Labels by which the driver and the server say that the same may go well later. */
const PASSING_LABELS = ['RetryableWriteError', 'TransientTransactionError', 'SystemOverloadedError'];
/** Passing errors of the driver without an exported class. */
const PASSING_NAMES = new Set(['MongoPoolClosedError', 'MongoWaitQueueTimeoutError']);
const OUT_OF_DISK_SPACE = 14_031;

/** A failure of the database: it is down, its disk is full, or it is being restored. */
type DatabaseTrouble = 'away' | 'full' | 'restored';

const PASSING_CLASSES = [
  mongo.MongoNetworkError,
  mongo.MongoServerSelectionError,
  mongo.MongoServerClosedError,
  mongo.MongoClientClosedError,
  mongo.MongoNotConnectedError,
  mongo.MongoTopologyClosedError,
  mongo.MongoExpiredSessionError,
  mongo.MongoOperationTimeoutError,
  mongo.MongoStalePrimaryError,
  // The connection ended without an answer, or a server that takes no writes stands where one did.
  mongo.MongoUnexpectedServerResponseError,
];

const hasPassingLabel = (error: mongo.MongoError) => PASSING_LABELS.some((label) => error.hasErrorLabel(label));

function isPassing(error: mongo.MongoServerError): boolean {
  const { code } = error instanceof mongo.MongoWriteConcernError ? (error.result.writeConcernError ?? error) : error;
  return (typeof code === 'number' && PASSING_CODES.has(code)) || hasPassingLabel(error);
}

/**
 * Whether a connection broke while it took a command: mongodb 7.8 throws the socket's own error then, and Node's own without a
 * system call where the other side had ended it before. Of a client's connection this is said as well, and that client hears
 * nothing any more.
 */
function isBrokenWrite(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  if (error.code === 'EPIPE') return true;
  return error.code === 'ECONNRESET' && 'syscall' in error && ['write', 'read'].includes(String(error.syscall));
}

/** Returns the database's failure behind an error; undefined for other errors. */
export function troubleOf(error: unknown): DatabaseTrouble | undefined {
  if (error instanceof RestoreRefusal) return 'restored';
  if (error instanceof mongo.MongoBulkWriteError) {
    // What cut a write of many records off stands in the place of the server's answer.
    const { errorResponse: cause }: { readonly errorResponse: unknown } = error;
    if (cause instanceof Error) return troubleOf(cause);
  }
  if (error instanceof mongo.MongoServerError) {
    // MongoDB's own code; what its storage engine says of the file system comes in words only.
    if (error.code === OUT_OF_DISK_SPACE || /no space left on device/i.test(error.message)) return 'full';
    return isPassing(error) ? 'away' : undefined;
  }
  if (PASSING_CLASSES.some((kind) => error instanceof kind) || isBrokenWrite(error)) return 'away';
  if (error instanceof mongo.MongoError && (PASSING_NAMES.has(error.name) || hasPassingLabel(error))) return 'away';
  // Mongoose has no class of its own for a call made before the first connection.
  return error instanceof MongooseError && /initial connection|force closed|buffering timed out/.test(error.message)
    ? 'away'
    : undefined;
}

/** Whether an error means that the database is down. */
export function isDatabaseAway(error: unknown): boolean {
  return troubleOf(error) === 'away';
}

/** Whether a call may have written before the database failed. */
export type Outcome = 'unchanged' | 'unknown';

/** Clients may rely on these texts: only `unchanged` may be repeated without a check. */
const OUTCOMES: Readonly<Record<Outcome, string>> = {
  unchanged: 'Nothing was changed.',
  unknown: 'The change may have been made all the same: look before you send it again.',
};

const TROUBLES: Readonly<Record<DatabaseTrouble, { readonly detail: string; readonly retryAfterSeconds: number }>> = {
  away: { detail: 'The database cannot be reached right now.', retryAfterSeconds: 5 },
  full: { detail: 'The database has no room left to write.', retryAfterSeconds: 60 },
  restored: { detail: 'The portal is being restored from a backup.', retryAfterSeconds: 60 },
};

/** Returns 503 with `Retry-After`. */
export function databaseUnavailable(trouble: DatabaseTrouble, outcome: Outcome, cause?: unknown): ApiError {
  const { detail, retryAfterSeconds } = TROUBLES[trouble];
  return new ApiError(503, 'database-unavailable', `${detail} ${OUTCOMES[outcome]}`, {
    headers: { 'Retry-After': String(retryAfterSeconds) },
    cause,
  });
}

/** Returns the 503 for an error of the database, or the error itself. */
export function toUnavailable(error: unknown, outcome: Outcome): unknown {
  const trouble = troubleOf(error);
  return trouble === undefined ? error : databaseUnavailable(trouble, outcome, error);
}

/** Awaits work that precedes a call's first write: a failure in it has changed nothing. */
export async function beforeWriting<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    throw toUnavailable(error, 'unchanged');
  }
}

/** Returns a log of failing work that leaves out the trouble of the database itself, which `createStateLog` reports. */
export function createWorkTrouble(log: Pick<Logger, 'warn' | 'info'>, words: string): TroubleLog {
  const { failed, works } = createTroubleLog(log, words);
  const isToldElsewhere = (error: unknown) =>
    isDatabaseAway(error) || (error instanceof ApiError && error.code === 'database-unavailable');
  return {
    failed: (error, details) => {
      if (!isToldElsewhere(error)) failed(error, details);
    },
    works,
  };
}

/**
 * What a process can do with its database. `not-writable`: it answers and takes no writes, as with a full disk. `restoring`: a
 * restore is under way. `restored`: one began while the process used it, which is to be started again.
 */
export type DatabaseState = 'ok' | 'away' | 'not-writable' | 'restoring' | 'restored';

/** Returns the state that a failure of `Database.write` shows. */
export function stateBehind(error: unknown): DatabaseState {
  if (error instanceof RestoreRefusal) return error.state;
  return isDatabaseAway(error) ? 'away' : 'not-writable';
}

/** Returns a function that logs a state when it is another than the last one; the first is `ok`. */
export function createStateLog(log: Logger): (state: DatabaseState, error?: unknown) => void {
  let last: DatabaseState = 'ok';
  return (state, error) => {
    if (state === last) return;
    last = state;
    if (state === 'ok') log.info('the database is back');
    else if (state === 'away') log.warn('the database is away');
    else if (error instanceof RestoreRefusal) log.error({ why: error.message }, 'the database is not used');
    else log.error({ err: error }, 'the database takes no writes');
  };
}
