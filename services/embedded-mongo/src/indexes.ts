import { Doc, docOf, NULL, type Value } from './bson.ts';
import { fail, MongoError, refuse } from './errors.ts';
import { encodeCompoundKey } from './keys.ts';
import { conjuncts, matches, parseFilter } from './matcher.ts';
import { isTruthy, toNumber, wholeNumber } from './numbers.ts';
import { extractKeys } from './paths.ts';
import { bytesOf, numberOf, type Storage } from './storage.ts';

/** What an index is told to be. */
export interface IndexSpec {
  readonly name: string;
  readonly key: Doc;
  readonly unique?: true | undefined;
  readonly sparse?: true | undefined;
  readonly partial?: Doc | undefined;
  readonly expireAfterSeconds?: number | undefined;
}

/** The index that every collection has. */
export const ID_INDEX: IndexSpec = { name: '_id_', key: docOf({ _id: 1 }) };

const OPTIONS = 'key name unique sparse partialFilterExpression expireAfterSeconds background v'.split(' ');
const MAX_EXPIRE = 2147483647;

/** Reads one entry of `createIndexes`, refusing every kind and option that is not in the subset. */
export function parseIndexSpec(spec: Doc): IndexSpec {
  const isKnown = ([name, value]: readonly [string, Value]) =>
    OPTIONS.includes(name) && (name !== 'v' || toNumber(value) === 2);
  const unknown = [...spec.fields].find((option) => !isKnown(option));
  if (unknown) refuse(197, `The index option ${unknown[0]}`);
  const [key, name, partial] = [spec.get('key'), spec.get('name'), spec.get('partialFilterExpression')];
  if (key?.type !== 'object' || name?.type !== 'string') fail(9, "An index specification needs a 'key' and a 'name'");
  if (partial && partial.type !== 'object') fail(14, 'partialFilterExpression must be an object');
  const flag = (option: string) => isTruthy(spec.get(option)) || undefined;
  checkKey(key.value);
  const conditions = partial ? conjuncts(parseFilter(partial.value)) : [];
  if (conditions.some(({ kind }) => kind !== 'at')) refuse(67, 'Anything but conditions in partialFilterExpression');
  if (partial && flag('sparse')) fail(67, 'cannot mix "partialFilterExpression" and "sparse" options');
  const expireAfterSeconds = parseExpire(key.value, spec.get('expireAfterSeconds'));
  const [unique, sparse] = [flag('unique'), flag('sparse')];
  return { name: name.value, key: key.value, unique, sparse, partial: partial?.value, expireAfterSeconds };
}

/** The specification as `listIndexes` shows it. */
export function showIndexSpec({ key, name, unique, sparse, partial, expireAfterSeconds }: IndexSpec): Doc {
  return docOf({ v: 2, key, name, unique, sparse, partialFilterExpression: partial, expireAfterSeconds });
}

/** The fields of a key pattern with their directions. */
function keyFields(key: Doc): readonly (readonly [string, 1 | -1])[] {
  return [...key.fields].map(([field, value]) => [field, (toNumber(value) ?? 1) < 0 ? -1 : 1]);
}

/** What two key patterns share when they are the same one. */
export function keyText(key: Doc): string {
  return JSON.stringify(keyFields(key));
}

function parseExpire(key: Doc, value: Value | undefined): number | undefined {
  const seconds = value && wholeNumber('expireAfterSeconds', value);
  if (seconds === undefined) return undefined;
  if (seconds < 0 || seconds > MAX_EXPIRE) fail(67, `expireAfterSeconds must be between 0 and ${MAX_EXPIRE}`);
  if (key.fields.size > 1 || key.get('_id')) fail(67, 'TTL indexes are single-field indexes, and not on _id');
  return seconds;
}

function checkKey(key: Doc): void {
  if (key.fields.size === 0 || key.fields.size > 32) fail(67, 'An index has between 1 and 32 fields');
  for (const [field, value] of key.fields) {
    if (value.type === 'string') refuse(67, `The index kind ${value.value}`);
    if (field.includes('$')) refuse(67, `The index on ${field}`);
    if (!toNumber(value) || field.split('.').includes(''))
      fail(67, `The index on '${field}' needs a direction and a name`);
  }
}

/** A part of an index in encoded keys: `start` belongs to it, `end` does not. */
export interface KeyRange {
  readonly start: Buffer;
  readonly end: Buffer;
}

const PAGE = 64;

/** One index: what it holds of a document, and its ordered entries in SQLite. */
export type Index = ReturnType<typeof openIndex>;

/**
 * Opens an index; the one on `_id` has the number 0 and lives in the table of its documents. `multikey` tells of each field whether some
 * document has, or once had, an array there.
 */
export function openIndex(storage: Storage, id: number, spec: IndexSpec, multikey: boolean[], docsTable: string) {
  const [table, column] = id === 0 ? [docsTable, 'id'] : [`index_${id}`, 'key'];
  const fields = keyFields(spec.key).map(([field]) => field);
  const directions = keyFields(spec.key).map(([, direction]) => direction);
  const paths = fields.map((field) => field.split('.'));
  const partial = spec.partial && parseFilter(spec.partial);
  const isUnique = id === 0 || spec.unique === true;

  /** The keys under which a document stands in this index; none when it is not in it. */
  const keysOf = (doc: Doc): readonly Buffer[] => {
    if (partial && !matches(partial, doc)) return [];
    const { tuples, throughArray } = extractKeys(doc, paths);
    if (throughArray.some((through, slot) => through && !multikey[slot])) {
      storage.isCatalogChanged = true;
      for (const [slot, through] of throughArray.entries()) multikey[slot] = through || multikey[slot] === true;
      storage.run('UPDATE indexes SET multikey = ? WHERE id = ?', JSON.stringify(multikey), id);
    }
    const kept = spec.sparse ? tuples.filter((tuple) => tuple.some((part) => part !== 'missing')) : tuples;
    const keys = kept.map((tuple) => encodeCompoundKey(tuple, directions));
    return keys.length < 2 ? keys : [...new Map(keys.map((key) => [key.toString('latin1'), key])).values()];
  };

  /** Throws MongoDB's error 11000 when another document holds one of the keys of a unique index. */
  const checkUnique = (keys: readonly Buffer[], rid: number, doc: Doc, namespace: string) => {
    if (!isUnique) return;
    const holder = `SELECT rid FROM ${table} WHERE ${column} = ? AND rid <> ? LIMIT 1`;
    const taken = keys.find((key) => storage.get(holder, key, rid) !== undefined);
    if (!taken) return;
    const { tuples } = extractKeys(doc, paths);
    const tuple = tuples.find((one) => encodeCompoundKey(one, directions).equals(taken)) ?? [];
    const values = fields.map((field, slot) => [field, typeof tuple[slot] === 'object' ? tuple[slot] : NULL] as const);
    const shown = values.map(([field, value]) => `${field}: ${show(value)}`).join(', ');
    const message = `E11000 duplicate key error collection: ${namespace} index: ${spec.name} dup key: { ${shown} }`;
    throw new MongoError(11000, message, { keyPattern: spec.key, keyValue: Doc.of(values) });
  };

  const add = (key: Buffer, rid: number) => storage.run(`INSERT INTO ${table} (key, rid) VALUES (?, ?)`, key, rid);
  const remove = (key: Buffer, rid: number) => storage.run(`DELETE FROM ${table} WHERE key = ? AND rid = ?`, key, rid);

  /** The records of a range in the order of the index, or against it. It holds nothing open between two steps. */
  function* scan({ start, end }: KeyRange, backwards: boolean): Generator<number> {
    const [beyond, within, order] = backwards ? ['<', '>=', 'DESC'] : ['>', '<', 'ASC'];
    const select = `SELECT ${column} AS key, rid FROM ${table} WHERE`;
    const ordered = `ORDER BY ${column} ${order}, rid ${order} LIMIT ?`;
    const first = `${select} ${column} >= ? AND ${column} < ? ${ordered}`;
    const further = `${select} (${column}, rid) ${beyond} (?, ?) AND ${column} ${within} ? ${ordered}`;
    let rows = storage.all(first, start, end, PAGE);
    for (let last = rows.at(-1); last; last = rows.at(-1)) {
      for (const { rid } of rows) yield numberOf(rid);
      if (rows.length < PAGE) return;
      rows = storage.all(further, bytesOf(last.key), numberOf(last.rid), backwards ? start : end, PAGE);
    }
  }

  const count = ({ start, end }: KeyRange) =>
    numberOf(storage.get(`SELECT count(*) AS n FROM ${table} WHERE ${column} >= ? AND ${column} < ?`, start, end)?.n);

  return {
    id,
    spec,
    table,
    fields,
    directions,
    partial,
    isUnique,
    multikey,
    keysOf,
    checkUnique,
    add,
    remove,
    scan,
    count,
  };
}

/** A value as the message about a duplicate shows it. */
function show(value: Value): string {
  if (value.type === 'string') return JSON.stringify(value.value);
  if (value.type === 'objectId') return `ObjectId('${value.value.toString('hex')}')`;
  return 'value' in value && typeof value.value !== 'object' ? String(value.value) : value.type;
}
