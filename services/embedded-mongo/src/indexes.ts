import type { Doc } from './document.ts';
import { MongoError } from './errors.ts';
import { type Filter, parseFilter } from './filter.ts';
import { type IndexSpec, keyFields } from './index-spec.ts';
import { extractKeys } from './key-extraction.ts';
import { encodeCompoundKey, type KeyPart } from './keys.ts';
import { matches } from './matcher.ts';
import { type Path, parsePath } from './paths.ts';
import { show } from './scalars.ts';
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
  readonly #storage: Storage;
  readonly #table: string;
  readonly #key: string;

  /** The index on `_id` has the number 0 and lives in the table of its documents. */
  constructor(storage: Storage, id: number, spec: IndexSpec, multikey: readonly boolean[], docsTable: string) {
    const key = keyFields(spec.key);
    this.#storage = storage;
    this.#table = id === 0 ? docsTable : `index_${id}`;
    this.#key = id === 0 ? 'id' : 'key';
    this.id = id;
    this.spec = spec;
    this.fields = key.map(([field]) => field);
    this.paths = this.fields.map(parsePath);
    this.directions = key.map(([, direction]) => direction);
    this.partial = spec.partial && parseFilter(spec.partial);
    this.multikey = multikey;
  }

  get isUnique(): boolean {
    return this.id === 0 || this.spec.unique;
  }

  createTable(): void {
    this.#storage.change(
      `CREATE TABLE ${this.#table} (key BLOB NOT NULL, rid INTEGER NOT NULL, PRIMARY KEY (key, rid)) WITHOUT ROWID`,
    );
  }

  dropTable(): void {
    this.#storage.change(`DROP TABLE ${this.#table}`);
  }

  /** The keys under which a document stands in this index; none when it is not in it. */
  keysOf(doc: Doc): readonly Buffer[] {
    if (this.partial && !matches(this.partial, doc)) return [];
    const { tuples, throughArray } = extractKeys(doc, this.paths);
    if (throughArray.some((through, slot) => through && !this.multikey[slot])) this.#becomeMultikey(throughArray);
    const kept = this.spec.sparse ? tuples.filter((tuple) => tuple.some((part) => part !== 'missing')) : tuples;
    const keys = kept.map((tuple) => encodeCompoundKey(tuple, this.directions));
    return keys.length < 2 ? keys : withoutRepeats(keys);
  }

  /** Throws MongoDB's error 11000 when another document holds one of the keys of a unique index. */
  checkUnique(keys: readonly Buffer[], rid: number, doc: Doc, namespace: string): void {
    if (!this.isUnique) return;
    for (const key of keys) {
      const holder = this.#storage
        .statement(`SELECT rid FROM ${this.#table} WHERE ${this.#key} = ? AND rid <> ? LIMIT 1`)
        .get(key, rid);
      if (holder !== undefined) throw this.#duplicate(key, doc, namespace);
    }
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
    const columns = `SELECT ${this.#key} AS key, rid FROM ${this.#table} WHERE`;
    const ordered = `ORDER BY ${this.#key} ${order}, rid ${order} LIMIT ?`;
    const first = `${columns} ${this.#key} >= ? AND ${this.#key} < ? ${ordered}`;
    const further = `${columns} (${this.#key}, rid) ${beyond} (?, ?) AND ${this.#key} ${backwards ? '>=' : '<'} ? ${ordered}`;
    let rows = this.#storage.statement(first).all(range.start, range.end, FIRST_PAGE);
    let limit = FIRST_PAGE;
    for (;;) {
      let last: Entry | undefined;
      for (const row of rows) {
        last = { key: bytesOf(row.key), rid: numberOf(row.rid) };
        yield last;
      }
      if (last === undefined || rows.length < limit) return;
      limit = PAGE;
      rows = this.#storage.statement(further).all(last.key, last.rid, backwards ? range.start : range.end, limit);
    }
  }

  #becomeMultikey(throughArray: readonly boolean[]): void {
    this.multikey = this.paths.map((_, slot) => this.multikey[slot] === true || throughArray[slot] === true);
    this.#storage.run('UPDATE indexes SET multikey = ? WHERE id = ?', JSON.stringify(this.multikey), this.id);
  }

  #duplicate(key: Buffer, doc: Doc, namespace: string): DuplicateKeyError {
    const { tuples } = extractKeys(doc, this.paths);
    const tuple = tuples.find((one) => encodeCompoundKey(one, this.directions).equals(key)) ?? [];
    return new DuplicateKeyError(this, tuple, namespace);
  }
}

/** Two documents with the same key in a unique index. */
export class DuplicateKeyError extends MongoError {
  readonly keyPattern: Doc;
  readonly keyValue: readonly (readonly [string, KeyPart])[];

  constructor(index: Index, tuple: readonly KeyPart[], namespace: string) {
    const keyValue = index.fields.map((field, slot) => [field, tuple[slot] ?? 'missing'] as const);
    const shown = keyValue
      .map(([field, part]) => `${field}: ${typeof part === 'string' ? 'null' : show(part)}`)
      .join(', ');
    super(11000, `E11000 duplicate key error collection: ${namespace} index: ${index.spec.name} dup key: { ${shown} }`);
    this.keyPattern = index.spec.key;
    this.keyValue = keyValue;
  }
}

function withoutRepeats(keys: readonly Buffer[]): readonly Buffer[] {
  return [...new Map(keys.map((key) => [key.toString('latin1'), key])).values()];
}
