import { Doc, docIn, docOf, listIn, textIn, toValue, type Value, type ValueType } from './bson.ts';
import type { Catalog, Collection } from './catalog.ts';
import type { Cursors } from './cursors.ts';
import { fail, MongoError, refuse } from './errors.ts';
import { isTruthy, wholeNumber } from './numbers.ts';
import { type Oplog, timestampOf } from './oplog.ts';
import type { Session, Sessions } from './sessions.ts';
import type { Storage } from './storage.ts';

/** The state that commands work on. */
export interface Engine {
  readonly catalog: Catalog;
  readonly oplog: Oplog;
  readonly cursors: Cursors;
  readonly sessions: Sessions;
  readonly disk: Storage['disk'];
  /** The address for clients, `127.0.0.1:port`. */
  readonly address: string;
}

/** A command with its database and arguments. */
export type Request = ReturnType<typeof requestOf>;

/** Creates the request of a command. */
export function requestOf(engine: Engine, name: string, db: string, body: Doc, owner?: string) {
  return {
    ...{ engine, name, db, body, owner },
    /** Parses the arguments; `names` are separated by spaces. */
    args: (context: string, names: string) => argsOf(context, body, names),
    /** The name of the collection. Throws if there is none. */
    get target(): string {
      return textIn(body.get(name)) || fail(73, `${name} needs the name of a collection`);
    },
    get namespace(): string {
      return `${db}.${this.target}`;
    },
    get collection(): Collection | undefined {
      return engine.catalog.find(db, this.target);
    },
    /** The collection, created if there is none. */
    get ensured(): Collection {
      return engine.catalog.ensure(db, this.target);
    },
  };
}

/** Arguments of every command. */
const COMMON_ARGUMENTS =
  'lsid txnNumber autocommit startTransaction $db $readPreference readConcern writeConcern comment'.split(' ');
const TRANSACTION_READ_CONCERNS = ['local', 'majority'];
const READ_CONCERNS = ['available', 'linearizable', ...TRANSACTION_READ_CONCERNS];
/** What reads a snapshot, and what drivers send the concern with all the same. */
const SNAPSHOT_READS = ['find', 'aggregate', 'distinct', 'getMore', 'killCursors'];

/** The write is done, but not on as many servers as it asks for. */
const UNMET = toValue(docOf(new MongoError(100, 'Not enough data-bearing nodes').fields));

/** The arguments of a command or of a part of it, by type. */
export type Args = ReturnType<typeof argsOf>;

/** Parses arguments. Throws on unknown names. `context` is for messages, such as `find` or `update.updates`. */
export function argsOf(context: string, { fields }: Doc, names: string) {
  const allowedNames = [context, ...names.split(' '), ...(context.includes('.') ? [] : COMMON_ARGUMENTS)];
  const unknown = [...fields.keys()].find((name) => !allowedNames.includes(name));
  if (unknown !== undefined) refuse(40415, `BSON field '${context}.${unknown}' is an unknown field`);
  const failType = (name: string, { type }: Value, expected: ValueType) =>
    fail(14, `BSON field '${context}.${name}' is the wrong type '${type}', expected type '${expected}'`);
  const value = (name: string) => {
    const argument = fields.get(name);
    return argument?.type === 'null' ? undefined : argument;
  };
  const typed =
    <T>(type: ValueType, contentOf: (argument: Value) => T | undefined) =>
    (name: string) => {
      const argument = value(name);
      return argument && (contentOf(argument) ?? failType(name, argument, type));
    };
  const [doc, list, text] = [typed('object', docIn), typed('array', listIn), typed('string', textIn)];
  const flag = (name: string) => isTruthy(value(name));
  /** Returns a non-negative integer. */
  const count = (name: string) => {
    const argument = value(name);
    const number = argument && wholeNumber(`BSON field '${context}.${name}'`, argument);
    if (number === undefined || number >= 0) return number;
    return fail(51024, `BSON field '${name}' value must be >= 0, actual value '${number}'`);
  };
  /** Returns the value of a required argument. */
  const need = <T>(name: string, argument: T | undefined): T =>
    argument ?? fail(40414, `BSON field '${context}.${name}' is missing but a required field`);
  /** Returns a required list of documents. */
  const docs = (name: string): readonly Doc[] =>
    need(name, list(name)).map((item) => docIn(item) ?? failType(name, item, 'object'));
  return { value, doc, list, text, flag, count, need, docs };
}

/** Throws on a readConcern outside the subset. Returns the snapshot to read, if any, and what a writeConcern adds to the reply. */
export function concernsOf({ oplog }: Engine, name: string, body: Doc, session: Session | undefined) {
  const [read, write, step] = [body.get('readConcern'), body.get('writeConcern'), session?.step];
  if (read && step && step !== 'start') fail(72, 'Only the first command in a transaction may specify a readConcern');
  if (write && (step === 'start' || step === 'next')) fail(72, 'writeConcern is not allowed in a transaction');
  const concern = docIn(read) ?? Doc.EMPTY;
  const level = textIn(concern.get('level')) ?? '';
  const isSnapshot = level === 'snapshot' && session !== undefined;
  const isOwn = isSnapshot && !step && SNAPSHOT_READS.includes(name);
  const isLevel = READ_CONCERNS.includes(level) || (isSnapshot && (isOwn || step !== undefined));
  if (isLevel && step && !isSnapshot && !TRANSACTION_READ_CONCERNS.includes(level))
    fail(72, `The readConcern level ${level} is not allowed in a transaction`);
  let time: bigint | undefined;
  for (const [field, value] of concern.fields) {
    const at = value.type === 'timestamp' ? value.value : undefined;
    if (field === 'afterClusterTime' && at !== undefined) {
      if (at > timestampOf(oplog.newest).value) fail(72, `${field} must not be greater than the current time`);
    } else if (field === 'atClusterTime' && isOwn && at !== undefined) time = at;
    else if (field !== 'level' || !isLevel)
      refuse(2, `The readConcern ${field} ${'value' in value ? value.value : ''}`);
  }
  const w = docIn(write)?.get('w');
  const isMet = !w || (w.type === 'string' ? w.value === 'majority' : wholeNumber('w', w) <= 1);
  return { isSnapshot: isOwn, time, writeConcernError: isMet ? undefined : UNMET };
}
