import { MongooseError, mongo } from 'mongoose';

/** Error codes of a server that is starting, stopping or has just lost its place as primary. */
const PASSING_CODES = new Set([6, 7, 89, 91, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436]);
const OUT_OF_DISK_SPACE = 14_031;

/** A failure of the database: it is down, or its disk is full. */
export type DatabaseTrouble = 'away' | 'full';

/** Returns the database's failure behind an error; undefined for other errors. */
export function troubleOf(error: unknown): DatabaseTrouble | undefined {
  if (error instanceof mongo.MongoBulkWriteError) {
    // What cut a write of many records off stands in the place of the server's answer.
    const { errorResponse: cause }: { readonly errorResponse: unknown } = error;
    if (cause instanceof Error) return troubleOf(cause);
  }
  if (error instanceof mongo.MongoServerError) {
    // MongoDB's own code; what its storage engine says of the file system comes in words only.
    if (error.code === OUT_OF_DISK_SPACE || /no space left on device/i.test(error.message)) return 'full';
    return typeof error.code === 'number' && PASSING_CODES.has(error.code) ? 'away' : undefined;
  }
  if (
    error instanceof mongo.MongoNetworkError ||
    error instanceof mongo.MongoServerSelectionError ||
    error instanceof mongo.MongoNotConnectedError ||
    error instanceof mongo.MongoTopologyClosedError ||
    error instanceof mongo.MongoExpiredSessionError
  ) {
    return 'away';
  }
  // Mongoose has no class of its own for a call made before the first connection.
  return error instanceof MongooseError && /initial connection|force closed|buffering timed out/.test(error.message)
    ? 'away'
    : undefined;
}

/** Whether an error means that the database is down. */
export function isDatabaseAway(error: unknown): boolean {
  return troubleOf(error) === 'away';
}
