/** What every refusal ends with: the way out for somebody who needs more than the subset. */
export const WAY_OUT = 'set MONGODB_URI to use a MongoDB server';

const CODE_NAMES = {
  2: 'BadValue',
  9: 'FailedToParse',
  10: 'CannotMutateObject',
  13: 'Unauthorized',
  14: 'TypeMismatch',
  15: 'Overflow',
  16: 'InvalidLength',
  22: 'InvalidBSON',
  26: 'NamespaceNotFound',
  27: 'IndexNotFound',
  28: 'PathNotViable',
  40: 'ConflictingUpdateOperators',
  43: 'CursorNotFound',
  47: 'NoMatchParseContext',
  48: 'NamespaceExists',
  50: 'MaxTimeMSExpired',
  52: 'DollarPrefixedFieldName',
  53: 'InvalidIdField',
  54: 'NotSingleValueField',
  56: 'EmptyFieldName',
  59: 'CommandNotFound',
  66: 'ImmutableField',
  67: 'CannotCreateIndex',
  72: 'InvalidOptions',
  73: 'InvalidNamespace',
  85: 'IndexOptionsConflict',
  86: 'IndexKeySpecsConflict',
  100: 'UnsatisfiableWriteConcern',
  146: 'ExceededMemoryLimit',
  168: 'InvalidPipelineOperator',
  171: 'CannotIndexParallelArrays',
  175: 'QueryPlanKilled',
  197: 'InvalidIndexSpecificationOption',
  225: 'TransactionTooOld',
  237: 'CursorKilled',
  238: 'NotImplemented',
  260: 'InvalidResumeToken',
  263: 'OperationNotSupportedInTransaction',
  280: 'ChangeStreamFatalError',
  286: 'ChangeStreamHistoryLost',
  292: 'QueryExceededMemoryLimitNoDiskUseAllowed',
  10334: 'BSONObjectTooLarge',
  11000: 'DuplicateKey',
  14031: 'OutOfDiskSpace',
} as const;

const names: Readonly<Record<number, string>> = CODE_NAMES;

/** An error as a MongoDB server would answer it: a stable code, its name and a sentence. */
export class MongoError extends Error {
  readonly code: number;
  readonly codeName: string;

  constructor(code: number, message: string) {
    super(message);
    this.name = 'MongoError';
    this.code = code;
    this.codeName = names[code] ?? `Location${code}`;
  }
}

/** The error for what MongoDB has and this subset has not; the code is the one MongoDB gives for a name that it does not know. */
export function refuse(code: number, sentence: string): MongoError {
  return new MongoError(code, `${sentence}: not in the embedded database; ${WAY_OUT}`);
}

/** A value of a type that MongoDB rejects as well. */
export function badValue(message: string): MongoError {
  return new MongoError(2, message);
}
