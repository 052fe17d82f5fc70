import type { Doc, Value, ValueType } from './bson.ts';
import type { Catalog, Collection } from './catalog.ts';
import type { Cursors } from './cursors.ts';
import { fail, refuse } from './errors.ts';
import { isTruthy, wholeNumber } from './numbers.ts';
import type { Oplog } from './oplog.ts';
import type { Disk } from './storage.ts';

/** The state that commands work on. */
export interface Engine {
  readonly catalog: Catalog;
  readonly oplog: Oplog;
  readonly cursors: Cursors;
  readonly disk: () => Disk;
  /** The address for clients, `127.0.0.1:port`. */
  readonly address: string;
}

/** A command with its database and arguments. */
export type Request = ReturnType<typeof requestOf>;

/** Creates the request of a command. */
export function requestOf(engine: Engine, name: string, db: string, body: Doc) {
  return {
    ...{ engine, name, db, body },
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
const COMMON_ARGUMENTS = 'lsid $db $readPreference readConcern writeConcern comment'.split(' ');
const READ_CONCERNS = ['local', 'available', 'majority', 'linearizable'];

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

/** Throws on concerns and transactions that a single server without transactions cannot support. */
export function checkConcerns(body: Doc): void {
  const [read, write] = [body.get('readConcern'), body.get('writeConcern')];
  if (body.get('autocommit') || body.get('startTransaction')) refuse(263, 'A transaction');
  if (body.get('txnNumber')) refuse(20, 'A txnNumber');
  for (const [name, value] of read?.type === 'object' ? read.value.fields : []) {
    const isSupported = name === 'level' && value.type === 'string' && READ_CONCERNS.includes(value.value);
    if (!isSupported) refuse(2, `The readConcern ${name} ${'value' in value ? value.value : ''}`);
  }
  const w = write?.type === 'object' ? write.value.get('w') : undefined;
  const isSupported = !w || (w.type === 'string' ? w.value === 'majority' : wholeNumber('w', w) <= 1);
  if (!isSupported) fail(100, 'Not enough data-bearing nodes');
}
