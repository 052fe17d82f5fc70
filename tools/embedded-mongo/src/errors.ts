/** Names of the codes in use, from src/mongo/base/error_codes.yml. Other codes are named by their number. */
const NAMES = new Map(
  `1 InternalError, 2 BadValue, 9 FailedToParse, 13 Unauthorized, 14 TypeMismatch, 18 AuthenticationFailed, 15 Overflow, 16 InvalidLength, 20 IllegalOperation,
  22 InvalidBSON, 26 NamespaceNotFound, 27 IndexNotFound, 28 PathNotViable, 40 ConflictingUpdateOperators, 43 CursorNotFound,
  48 NamespaceExists, 52 DollarPrefixedFieldName, 53 InvalidIdField, 54 NotSingleValueField, 56 EmptyFieldName,
  59 CommandNotFound, 66 ImmutableField, 67 CannotCreateIndex, 72 InvalidOptions, 73 InvalidNamespace, 85 IndexOptionsConflict,
  86 IndexKeySpecsConflict, 100 UnsatisfiableWriteConcern, 112 WriteConflict, 117 ConflictingOperationInProgress, 125 CommandFailed, 168 InvalidPipelineOperator, 171 CannotIndexParallelArrays,
  175 QueryPlanKilled, 197 InvalidIndexSpecificationOption, 207 InvalidUUID,
  217 IncompleteTransactionHistory, 223 IllegalOpMsgFlag, 225 TransactionTooOld,
  237 CursorKilled, 239 SnapshotTooOld, 246 SnapshotUnavailable, 251 NoSuchTransaction, 256 TransactionCommitted,
  257 TransactionTooLarge, 260 InvalidResumeToken, 263 OperationNotSupportedInTransaction, 280 ChangeStreamFatalError,
  286 ChangeStreamHistoryLost, 334 MechanismUnavailable, 292 QueryExceededMemoryLimitNoDiskUseAllowed, 10334 BSONObjectTooLarge, 11000 DuplicateKey,
  14031 OutOfDiskSpace`
    .split(',')
    .map((entry) => entry.trim().split(' '))
    .map(([code, name]) => [Number(code), name]),
);

/** What drivers read from some errors: not to resume a change stream; to repeat a transaction. */
const [FINAL, TRANSIENT] = [['NonResumableChangeStreamError'], ['TransientTransactionError']];
const LABELS: Readonly<Record<number, readonly string[]>> = { 280: FINAL, 286: FINAL, 112: TRANSIENT, 251: TRANSIENT };

/** An error with MongoDB's code and a message. */
export class MongoError extends Error {
  readonly code: number;
  /** The fields of a reply. */
  readonly fields: Readonly<Record<string, number | string | readonly string[] | undefined>>;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
    const codeName = NAMES.get(code) ?? `Location${code}`;
    this.fields = { code, codeName, errmsg: message, errorLabels: LABELS[code] };
  }
}

/** Throws an error that MongoDB throws too. */
export function fail(code: number, message: string): never {
  throw new MongoError(code, message);
}

/** Throws an error for a feature of MongoDB outside the subset, with the code that MongoDB has for unknown names. */
export function refuse(code: number, feature: string): never {
  throw new MongoError(code, `${feature}: not in the embedded database; set MONGODB_URI to use a MongoDB server`);
}
