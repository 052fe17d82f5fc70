import { MongooseError, mongo } from 'mongoose';
import { RestoreRefusal } from './restore-mark.ts';

/** Error codes of a server that is starting, stopping or has just lost its place as primary, and of a cluster whose members do not reach one another. */
const PASSING_CODES = new Set([
  ...[6, 7, 63, 64, 70, 89, 91, 94, 133, 134, 150, 189, 202, 262, 9001, 10058, 10107],
  ...[11600, 11602, 13388, 13435, 13436],
  // Cursors that went with the server that had them.
  ...[43, 175, 237],
]);
/** Labels by which the driver and the server say that the same may go well later. */
const PASSING_LABELS = ['RetryableWriteError', 'TransientTransactionError', 'SystemOverloadedError'];
/** What the driver throws of these has no class that it exports. */
const PASSING_NAMES = new Set(['MongoPoolClosedError', 'MongoWaitQueueTimeoutError']);
const OUT_OF_DISK_SPACE = 14_031;

/** A failure of the database: it is down, its disk is full, or it is being restored. */
export type DatabaseTrouble = 'away' | 'full' | 'restored';

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
