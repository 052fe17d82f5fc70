import { Doc, type Value, type ValueType } from './bson.ts';
import type { Catalog, Collection } from './catalog.ts';
import type { Cursors } from './cursors.ts';
import { fail, refuse } from './errors.ts';
import { isTruthy, wholeNumber } from './numbers.ts';
import type { Oplog } from './oplog.ts';
import type { Session, Sessions } from './sessions.ts';
import type { Disk } from './storage.ts';

/** The state that commands work on. */
export interface Engine {
  readonly catalog: Catalog;
  readonly oplog: Oplog;
  readonly cursors: Cursors;
  readonly sessions: Sessions;
  readonly disk: () => Disk;
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
      const value = body.get(name);
      const isName = value?.type === 'string' && value.value !== '';
      return isName ? value.value : fail(73, `${name} needs the name of a collection`);
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
const READ_CONCERNS = ['local', 'available', 'majority', 'linearizable'];
/** What reads a snapshot, and what drivers send the concern with all the same. */
const SNAPSHOT_READS = ['find', 'aggregate', 'distinct', 'getMore', 'killCursors'];

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
  const doc = (name: string) => {
    const argument = value(name);
    return !argument || argument.type === 'object' ? argument?.value : failType(name, argument, 'object');
  };
  const list = (name: string) => {
    const argument = value(name);
    return !argument || argument.type === 'array' ? argument?.value : failType(name, argument, 'array');
  };
  const text = (name: string) => {
    const argument = value(name);
    return !argument || argument.type === 'string' ? argument?.value : failType(name, argument, 'string');
  };
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
    need(name, list(name)).map((item) => (item.type === 'object' ? item.value : failType(name, item, 'object')));
  return { value, doc, list, text, flag, count, need, docs };
}

/** Throws on concerns that a single server cannot support. Returns whether the session reads a snapshot, and of which time. */
export function checkConcerns(name: string, body: Doc, session: Session | undefined) {
  const [read, write, step] = [body.get('readConcern'), body.get('writeConcern'), session?.step];
  if (read && step && step !== 'start') fail(72, 'Only the first command in a transaction may specify a readConcern');
  if (write && (step === 'start' || step === 'next')) fail(72, 'writeConcern is not allowed in a transaction');
  const concern = read?.type === 'object' ? read.value : Doc.EMPTY;
  const [level, atClusterTime] = [concern.get('level'), concern.get('atClusterTime')];
  const isSnapshot = level?.type === 'string' && level.value === 'snapshot' && session !== undefined;
  const isOwn = isSnapshot && !step && SNAPSHOT_READS.includes(name);
  const time = isOwn && atClusterTime?.type === 'timestamp' ? atClusterTime : undefined;
  for (const [field, value] of concern.fields) {
    const isLevel = value === level && value.type === 'string' && READ_CONCERNS.includes(value.value);
    const isSupported = isLevel || (isSnapshot && (isOwn || step) && value === level) || value === time;
    if (!isSupported) refuse(2, `The readConcern ${field} ${'value' in value ? value.value : ''}`);
  }
  const w = write?.type === 'object' ? write.value.get('w') : undefined;
  const isSupported = !w || (w.type === 'string' ? w.value === 'majority' : wholeNumber('w', w) <= 1);
  if (!isSupported) fail(100, 'Not enough data-bearing nodes');
  return { isSnapshot: isOwn, time: time?.value };
}
