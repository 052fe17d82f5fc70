import type { Plain } from './bson.ts';

/** Codes and names of src/mongo/base/error_codes.yml, as far as they are given here; all others are called by their number. */
const NAMES = new Map(
  `1 InternalError, 2 BadValue, 9 FailedToParse, 13 Unauthorized, 14 TypeMismatch, 18 AuthenticationFailed, 15 Overflow, 16 InvalidLength, 20 IllegalOperation,
  22 InvalidBSON, 26 NamespaceNotFound, 27 IndexNotFound, 28 PathNotViable, 40 ConflictingUpdateOperators, 43 CursorNotFound,
  48 NamespaceExists, 52 DollarPrefixedFieldName, 53 InvalidIdField, 54 NotSingleValueField, 56 EmptyFieldName,
  59 CommandNotFound, 66 ImmutableField, 67 CannotCreateIndex, 72 InvalidOptions, 73 InvalidNamespace, 85 IndexOptionsConflict,
  86 IndexKeySpecsConflict, 100 UnsatisfiableWriteConcern, 168 InvalidPipelineOperator, 171 CannotIndexParallelArrays,
  175 QueryPlanKilled, 197 InvalidIndexSpecificationOption, 223 IllegalOpMsgFlag,
  237 CursorKilled, 260 InvalidResumeToken, 263 OperationNotSupportedInTransaction, 280 ChangeStreamFatalError,
  286 ChangeStreamHistoryLost, 334 MechanismUnavailable, 292 QueryExceededMemoryLimitNoDiskUseAllowed, 10334 BSONObjectTooLarge, 11000 DuplicateKey,
  14031 OutOfDiskSpace`
    .split(',')
    .map((entry) => entry.trim().split(' '))
    .map(([code, name]) => [Number(code), name]),
);

/** Errors after which a driver does not resume a change stream. */
const NON_RESUMABLE = [280, 286];

/** An error as a MongoDB server would answer it: a stable code, its name and a sentence. */
export class MongoError extends Error {
  readonly code: number;
  readonly codeName: string;
  /** What the reply says beyond that. */
  readonly details: Readonly<Record<string, Plain>>;

  constructor(code: number, message: string, details: Readonly<Record<string, Plain>> = {}) {
    super(message);
    const isLabelled = NON_RESUMABLE.includes(code);
    this.details = isLabelled ? { ...details, errorLabels: ['NonResumableChangeStreamError'] } : details;
    this.code = code;
    this.codeName = NAMES.get(code) ?? `Location${code}`;
  }
}

/** Ends a command with an error that MongoDB gives as well. */
export function fail(code: number, message: string): never {
  throw new MongoError(code, message);
}

/** Ends a command that MongoDB can do and this subset cannot; the code is the one MongoDB gives for a name that it does not know. */
export function refuse(code: number, what: string): never {
  throw new MongoError(code, `${what}: not in the embedded database; set MONGODB_URI to use a MongoDB server`);
}
