import { Doc, docOf, NULL, type Plain, type Value } from './bson.ts';
import { fail, MongoError, refuse } from './errors.ts';
import { encodeCompoundKey } from './keys.ts';
import { conjuncts, matches, parseFilter } from './matcher.ts';
import { isTruthy, toNumber, wholeNumber } from './numbers.ts';
import { extractKeys } from './paths.ts';
import { bytesOf, numberOf, type Storage } from './storage.ts';

/** The specification of an index. */
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
const MAX_EXPIRE_SECONDS = 2147483647;
const MAX_FIELDS = 32;

/** Parses one entry of `createIndexes`. Throws on kinds and options outside the subset. */
export function parseIndexSpec(spec: Doc): IndexSpec {
  for (const [option, value] of spec.fields)
    if (!OPTIONS.includes(option) || (option === 'v' && toNumber(value) !== 2))
      refuse(197, `The index option ${option}`);
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

/** Returns a specification in the format of `listIndexes`. */
export function showIndexSpec({ key, name, unique, sparse, partial, expireAfterSeconds }: IndexSpec): Doc {
  return docOf({ v: 2, key, name, unique, sparse, partialFilterExpression: partial, expireAfterSeconds });
}

/** Returns the fields of a key pattern with their directions. */
function keyFields(key: Doc): readonly (readonly [string, 1 | -1])[] {
  return [...key.fields].map(([field, value]) => [field, (toNumber(value) ?? 1) < 0 ? -1 : 1]);
}

/** Returns a text that is the same for equal key patterns. */
export function keyText(key: Doc): string {
  return JSON.stringify(keyFields(key));
}

function parseExpire(key: Doc, value: Value | undefined): number | undefined {
  const seconds = value && wholeNumber('expireAfterSeconds', value);
  if (seconds === undefined) return undefined;
  if (seconds < 0 || seconds > MAX_EXPIRE_SECONDS)
    fail(67, `expireAfterSeconds must be between 0 and ${MAX_EXPIRE_SECONDS}`);
  if (key.fields.size > 1 || key.get('_id')) fail(67, 'TTL indexes are single-field indexes, and not on _id');
  return seconds;
}

function checkKey(key: Doc): void {
  if (key.fields.size === 0 || key.fields.size > MAX_FIELDS)
    fail(67, `An index has between 1 and ${MAX_FIELDS} fields`);
  for (const [field, value] of key.fields) {
    if (value.type === 'string') refuse(67, `The index kind ${value.value}`);
    if (field.includes('$')) refuse(67, `The index on ${field}`);
    if (!toNumber(value) || field.split('.').includes(''))
      fail(67, `The index on '${field}' needs a direction and a name`);
  }
}

/** Another document has the key in a unique index. */
class DuplicateKeyError extends MongoError {
  readonly keys: Readonly<Record<string, Doc>>;

  constructor(message: string, keys: Readonly<Record<string, Doc>>) {
    super(11000, message);
    this.keys = keys;
  }
}

/** Returns the fields of an error's reply. */
export const fieldsOf = (error: MongoError): Readonly<Record<string, Plain | undefined>> =>
  error instanceof DuplicateKeyError ? { ...error.fields, ...error.keys } : error.fields;

/** A range of encoded keys, from `start` inclusive to `end` exclusive. */
export interface KeyRange {
  readonly start: Buffer;
  readonly end: Buffer;
}

const PAGE_SIZE = 64;

/** One index: its keys of a document, and its entries in SQLite. */
export type Index = ReturnType<typeof openIndex>;

/** Opens an index; that on `_id` is a column of the documents. `multikey` is true for each field in which a document had an array. */
export function openIndex(storage: Storage, id: number, spec: IndexSpec, multikey: boolean[], docsTable: string) {
  const [table, column] = id === 0 ? [docsTable, 'id'] : [`index_${id}`, 'key'];
  const fields = keyFields(spec.key).map(([field]) => field);
  const directions = keyFields(spec.key).map(([, direction]) => direction);
  const paths = fields.map((field) => field.split('.'));
  const partial = spec.partial && parseFilter(spec.partial);
  const isUnique = id === 0 || spec.unique === true;

  /** Returns the keys of a document, none if it is not in the index. */
  const keysOf = (doc: Doc): readonly Buffer[] => {
    if (partial && !matches(partial, doc)) return [];
    const { tuples, throughArray } = extractKeys(doc, paths);
    if (throughArray.some((through, slot) => through && !multikey[slot])) {
      storage.isCatalogChanged = true;
      for (const [slot, through] of throughArray.entries()) multikey[slot] = through || multikey[slot] === true;
      storage.run('UPDATE indexes SET multikey = ? WHERE id = ?', JSON.stringify(multikey), id);
    }
    const indexed = spec.sparse ? tuples.filter((tuple) => tuple.some((part) => part !== 'missing')) : tuples;
    const keys = indexed.map((tuple) => encodeCompoundKey(tuple, directions));
    return keys.length < 2 ? keys : [...new Map(keys.map((key) => [key.toString('latin1'), key])).values()];
  };

  /** Throws error 11000 if another document has one of the keys in a unique index. */
  const checkUnique = (keys: readonly Buffer[], rid: number, doc: Doc, namespace: string) => {
    if (!isUnique) return;
    const sql = `SELECT rid FROM ${table} WHERE ${column} = ? AND rid <> ? LIMIT 1`;
    const duplicate = keys.find((key) => storage.get(sql, key, rid) !== undefined);
    if (!duplicate) return;
    const { tuples } = extractKeys(doc, paths);
    const tuple = tuples.find((candidate) => encodeCompoundKey(candidate, directions).equals(duplicate)) ?? [];
    const values = fields.map((field, slot) => [field, typeof tuple[slot] === 'object' ? tuple[slot] : NULL] as const);
    const keyValues = values.map(([field, value]) => `${field}: ${formatValue(value)}`).join(', ');
    const message = `E11000 duplicate key error collection: ${namespace} index: ${spec.name} dup key: { ${keyValues} }`;
    throw new DuplicateKeyError(message, { keyPattern: spec.key, keyValue: Doc.of(values) });
  };

  const add = (key: Buffer, rid: number) => storage.run(`INSERT INTO ${table} (key, rid) VALUES (?, ?)`, key, rid);
  const remove = (key: Buffer, rid: number) => storage.run(`DELETE FROM ${table} WHERE key = ? AND rid = ?`, key, rid);

  /** Yields the record numbers of a range in index order, or in reverse, of keys with one of each `parts`. No statement stays open between two pages. */
  function* scan(
    { start, end }: KeyRange,
    backwards: boolean,
    parts: readonly (readonly Buffer[])[],
  ): Generator<number> {
    const [after, before, direction] = backwards ? ['<', '>=', 'DESC'] : ['>', '<', 'ASC'];
    const contains = parts.map((bytes) => `(${bytes.map(() => `instr(${column}, ?)`).join(' OR ')}) AND`).join(' ');
    const select = `SELECT ${column} AS key, rid FROM ${table} WHERE ${contains}`;
    const order = `ORDER BY ${column} ${direction}, rid ${direction} LIMIT ?`;
    const firstPage = `${select} ${column} >= ? AND ${column} < ? ${order}`;
    const nextPage = `${select} (${column}, rid) ${after} (?, ?) AND ${column} ${before} ? ${order}`;
    const all = parts.flat();
    let rows = storage.all(firstPage, ...all, start, end, PAGE_SIZE);
    for (let last = rows.at(-1); last; last = rows.at(-1)) {
      for (const { rid } of rows) yield numberOf(rid);
      if (rows.length < PAGE_SIZE) return;
      const [key, rid] = [bytesOf(last.key), numberOf(last.rid)];
      rows = storage.all(nextPage, ...all, key, rid, backwards ? start : end, PAGE_SIZE);
    }
  }

  const shape = { id, spec, table, fields, directions, partial, isUnique, multikey };
  return { ...shape, keysOf, checkUnique, add, remove, scan };
}

/** Formats a value for the message of error 11000. */
function formatValue(value: Value): string {
  if (value.type === 'string') return JSON.stringify(value.value);
  if (value.type === 'objectId') return `ObjectId('${value.value.toString('hex')}')`;
  return 'value' in value && typeof value.value !== 'object' ? String(value.value) : value.type;
}
