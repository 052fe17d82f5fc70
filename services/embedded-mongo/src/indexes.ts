import type { Doc } from './bson.ts';
import { fail, MongoError } from './errors.ts';
import { type IndexSpec, keyFields } from './index-spec.ts';
import { encodeCompoundKey, type KeyPart } from './keys.ts';
import { type Filter, matches, parseFilter } from './matcher.ts';
import { extractKeys, type Path } from './paths.ts';
import { bytesOf, numberOf, type Storage } from './storage.ts';

/** One entry of an index: its encoded key and the record that it leads to. */
export interface Entry {
  readonly key: Buffer;
  readonly rid: number;
}

/** A part of an index in encoded keys: `start` belongs to it, `end` does not. */
export interface KeyRange {
  readonly start: Buffer;
  readonly end: Buffer;
}

const FIRST_PAGE = 16;
const PAGE = 256;

/** One index: what it holds of a document, and its ordered entries in SQLite. */
export class Index {
  readonly id: number;
  readonly spec: IndexSpec;
  readonly fields: readonly string[];
  readonly paths: readonly Path[];
  readonly directions: readonly (1 | -1)[];
  readonly partial: Filter | undefined;
  /** For each field, whether some document has, or once had, an array there. */
  multikey: readonly boolean[];
  isDropped = false;
  readonly #storage: Storage;
  readonly #table: string;
  readonly #key: string;

  /** The index on `_id` has the number 0 and lives in the table of its documents. */
  constructor(storage: Storage, id: number, spec: IndexSpec, multikey: readonly boolean[], docsTable: string) {
    this.#storage = storage;
    this.#table = id === 0 ? docsTable : `index_${id}`;
    this.#key = id === 0 ? 'id' : 'key';
    this.id = id;
    this.spec = spec;
    this.fields = keyFields(spec.key).map(([field]) => field);
    this.paths = this.fields.map((field) => field.split('.'));
    this.directions = keyFields(spec.key).map(([, direction]) => direction);
    this.partial = spec.partial && parseFilter(spec.partial);
    this.multikey = multikey;
  }

  get isUnique(): boolean {
    return this.id === 0 || this.spec.unique === true;
  }

  createTable(): void {
    this.#storage.change(`CREATE TABLE ${this.#table} (key BLOB, rid INTEGER, PRIMARY KEY (key, rid)) WITHOUT ROWID`);
  }

  dropTable(): void {
    this.#storage.change(`DROP TABLE ${this.#table}`);
    this.isDropped = true;
  }

  /** The keys under which a document stands in this index; none when it is not in it. */
  keysOf(doc: Doc): readonly Buffer[] {
    if (this.partial && !matches(this.partial, doc)) return [];
    const { tuples, throughArray } = extractKeys(doc, this.paths);
    if (throughArray.some((through, slot) => through && !this.multikey[slot])) {
      this.#storage.isCatalogChanged = true;
      this.multikey = throughArray.map((through, slot) => through || this.multikey[slot] === true);
      this.#storage.run('UPDATE indexes SET multikey = ? WHERE id = ?', JSON.stringify(this.multikey), this.id);
    }
    const kept = this.spec.sparse ? tuples.filter((tuple) => tuple.some((part) => part !== 'missing')) : tuples;
    const keys = kept.map((tuple) => encodeCompoundKey(tuple, this.directions));
    return keys.length < 2 ? keys : [...new Map(keys.map((key) => [key.toString('latin1'), key])).values()];
  }

  /** Throws MongoDB's error 11000 when another document holds one of the keys of a unique index. */
  checkUnique(keys: readonly Buffer[], rid: number, doc: Doc, namespace: string): void {
    if (!this.isUnique) return;
    const holder = `SELECT rid FROM ${this.#table} WHERE ${this.#key} = ? AND rid <> ? LIMIT 1`;
    const taken = keys.find((key) => this.#storage.get(holder, key, rid) !== undefined);
    if (!taken) return;
    const { tuples } = extractKeys(doc, this.paths);
    const tuple = tuples.find((one) => encodeCompoundKey(one, this.directions).equals(taken));
    throw new DuplicateKeyError(this, tuple ?? [], namespace);
  }

  add(key: Buffer, rid: number): void {
    this.#storage.run(`INSERT INTO ${this.#table} (key, rid) VALUES (?, ?)`, key, rid);
  }

  remove(key: Buffer, rid: number): void {
    this.#storage.run(`DELETE FROM ${this.#table} WHERE key = ? AND rid = ?`, key, rid);
  }

  /** The entries of a range in the order of the index, or against it. It holds nothing open between two steps. */
  *scan(range: KeyRange, backwards: boolean): Generator<Entry> {
    const [beyond, order] = backwards ? ['<', 'DESC'] : ['>', 'ASC'];
    const select = `SELECT ${this.#key} AS key, rid FROM ${this.#table} WHERE`;
    const ordered = `ORDER BY ${this.#key} ${order}, rid ${order} LIMIT ?`;
    const further = `${select} (${this.#key}, rid) ${beyond} (?, ?) AND ${this.#key} ${backwards ? '>=' : '<'} ? ${ordered}`;
    const first = `${select} ${this.#key} >= ? AND ${this.#key} < ? ${ordered}`;
    let rows = this.#storage.all(first, range.start, range.end, FIRST_PAGE);
    for (let limit = FIRST_PAGE; ; limit = PAGE) {
      const page = rows.map((row) => ({ key: bytesOf(row.key), rid: numberOf(row.rid) }));
      yield* page;
      const last = page.at(-1);
      if (!last || page.length < limit) return;
      if (this.isDropped) fail(175, `index dropped: '${this.spec.name}'`);
      rows = this.#storage.all(further, last.key, last.rid, backwards ? range.start : range.end, PAGE);
    }
  }
}

/** Two documents with the same key in a unique index. */
export class DuplicateKeyError extends MongoError {
  readonly keyPattern: Doc;
  readonly keyValue: readonly (readonly [string, KeyPart])[];

  constructor(index: Index, tuple: readonly KeyPart[], namespace: string) {
    const keyValue = index.fields.map((field, slot) => [field, tuple[slot] ?? 'missing'] as const);
    const shown = keyValue.map(([field, part]) => `${field}: ${show(part)}`).join(', ');
    super(11000, `E11000 duplicate key error collection: ${namespace} index: ${index.spec.name} dup key: { ${shown} }`);
    this.keyPattern = index.spec.key;
    this.keyValue = keyValue;
  }
}

/** A value as the message about a duplicate shows it. */
function show(part: KeyPart): string {
  if (typeof part === 'string') return 'null';
  if (part.type === 'string') return JSON.stringify(part.value);
  if (part.type === 'objectId') return `ObjectId('${part.value.toString('hex')}')`;
  if (part.type === 'object')
    return `{ ${Array.from(part.value.fields, ([name, one]) => `${name}: ${show(one)}`).join(', ')} }`;
  return 'value' in part && typeof part.value !== 'object' ? String(part.value) : part.type;
}
