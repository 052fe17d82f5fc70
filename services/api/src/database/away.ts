import { MongooseError, mongo } from 'mongoose';

/** Answers of a server that is starting, stopping or has just lost its place as primary. */
const PASSING_CODES = new Set([6, 7, 89, 91, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436]);

/** Whether an error means that the database cannot be reached for the moment, rather than that the call was wrong. */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof mongo.MongoServerError) return typeof error.code === 'number' && PASSING_CODES.has(error.code);
  if (
    error instanceof mongo.MongoNetworkError ||
    error instanceof mongo.MongoServerSelectionError ||
    error instanceof mongo.MongoNotConnectedError ||
    error instanceof mongo.MongoTopologyClosedError ||
    error instanceof mongo.MongoExpiredSessionError
  ) {
    return true;
  }
  // Mongoose has no class of its own for a call made before the first connection.
  return error instanceof MongooseError && /initial connection|force closed|buffering timed out/.test(error.message);
}
