import type { Doc, Value, ValueType } from './bson.ts';
import type { Catalog, Collection } from './catalog.ts';
import type { Cursors } from './cursors.ts';
import { fail, refuse } from './errors.ts';
import { isTruthy, wholeNumber } from './numbers.ts';
import type { Oplog } from './oplog.ts';

/** The `ok: 1` of every good reply. */
export const OK: Value = { type: 'double', value: 1 };

/** What commands work on. */
export interface Engine {
  readonly catalog: Catalog;
  readonly oplog: Oplog;
  readonly cursors: Cursors;
  /** `127.0.0.1:port`, by which clients know this server. */
  readonly address: string;
}

/** One command: its name, the database that it is sent to, and its arguments. */
export type Request = ReturnType<typeof requestOf>;

/** A request as commands take it. */
export function requestOf(engine: Engine, name: string, db: string, body: Doc) {
  return {
    ...{ engine, name, db, body },
    /** The arguments; `known` are their names, parted by spaces. */
    args: (place: string, known: string) => argsOf(place, body, known),
    /** The name of the collection that the command is for. */
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
    /** The collection, made when it is not there. */
    get ensured(): Collection {
      return engine.catalog.ensure(db, this.target);
    },
  };
}

/** Arguments that every command takes. */
const GENERIC = 'lsid $db $readPreference readConcern writeConcern comment'.split(' ');
const READ_CONCERNS = ['local', 'available', 'majority', 'linearizable'];

/** The arguments of a command or of a part of one, read by type. */
export type Args = ReturnType<typeof argsOf>;

/** Reads arguments, refusing by name what is not known; `place` is how messages call it, as `find` or `update.updates`. */
export function argsOf(place: string, { fields }: Doc, known: string) {
  const names = [place, ...known.split(' '), ...(place.includes('.') ? [] : GENERIC)];
  const unknown = [...fields.keys()].find((name) => !names.includes(name));
  if (unknown !== undefined) refuse(40415, `BSON field '${place}.${unknown}' is an unknown field`);
  const wrong = (name: string, { type }: Value, wanted: ValueType) =>
    fail(14, `BSON field '${place}.${name}' is the wrong type '${type}', expected type '${wanted}'`);
  const value = (name: string) => {
    const found = fields.get(name);
    return found?.type === 'null' ? undefined : found;
  };
  const doc = (name: string) => {
    const found = value(name);
    return !found || found.type === 'object' ? found?.value : wrong(name, found, 'object');
  };
  const list = (name: string) => {
    const found = value(name);
    return !found || found.type === 'array' ? found?.value : wrong(name, found, 'array');
  };
  const text = (name: string) => {
    const found = value(name);
    return !found || found.type === 'string' ? found?.value : wrong(name, found, 'string');
  };
  const flag = (name: string) => isTruthy(value(name));
  /** A whole number that is not negative. */
  const count = (name: string) => {
    const found = value(name);
    const number = found && wholeNumber(`BSON field '${place}.${name}'`, found);
    if (number === undefined || number >= 0) return number;
    return fail(51024, `BSON field '${name}' value must be >= 0, actual value '${number}'`);
  };
  /** What an argument says, when it must be there. */
  const need = <T>(name: string, found: T | undefined): T =>
    found ?? fail(40414, `BSON field '${place}.${name}' is missing but a required field`);
  /** A list of documents, which must be there. */
  const docs = (name: string): readonly Doc[] =>
    need(name, list(name)).map((one) => (one.type === 'object' ? one.value : wrong(name, one, 'object')));
  return { value, doc, list, text, flag, count, need, docs };
}

/** Refuses what a single server without transactions cannot promise. */
export function checkPromises(body: Doc): void {
  const [read, write] = [body.get('readConcern'), body.get('writeConcern')];
  if (body.get('autocommit') || body.get('startTransaction')) refuse(263, 'A transaction');
  if (body.get('txnNumber')) refuse(20, 'A txnNumber');
  for (const [name, value] of read?.type === 'object' ? read.value.fields : []) {
    const isKept = name === 'level' && value.type === 'string' && READ_CONCERNS.includes(value.value);
    if (!isKept) refuse(2, `The readConcern ${name} ${'value' in value ? value.value : ''}`);
  }
  const w = write?.type === 'object' ? write.value.get('w') : undefined;
  const isKept = !w || (w.type === 'string' ? w.value === 'majority' : wholeNumber('w', w) <= 1);
  if (!isKept) fail(100, 'Not enough data-bearing nodes');
}
