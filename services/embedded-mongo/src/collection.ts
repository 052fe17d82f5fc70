import { Doc } from './bson.ts';
import { fail } from './errors.ts';
import { ID_INDEX } from './index-spec.ts';
import { Index } from './indexes.ts';
import { bytesOf, numberOf, type Storage } from './storage.ts';

/** The largest document that MongoDB stores. */
export const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024;
const PAGE_ROWS = 64;
const PAGE_BYTES = 1024 * 1024;

/** A stored document and the number of its record. */
export interface Stored {
  readonly rid: number;
  readonly doc: Doc;
}

/** The documents of one collection, with its indexes kept in step. A change is made whole, or throws before anything is changed. */
export class Collection {
  readonly id: number;
  readonly db: string;
  readonly name: string;
  readonly uuid: Buffer;
  readonly idIndex: Index;
  indexes: readonly Index[];
  isDropped = false;
  readonly #storage: Storage;

  constructor(storage: Storage, id: number, db: string, name: string, uuid: Buffer) {
    this.#storage = storage;
    this.id = id;
    this.db = db;
    this.name = name;
    this.uuid = uuid;
    this.idIndex = new Index(storage, 0, ID_INDEX, [false], this.table);
    this.indexes = [this.idIndex];
  }

  get table(): string {
    return `docs_${this.id}`;
  }

  get namespace(): string {
    return `${this.db}.${this.name}`;
  }

  createTable(): void {
    const columns = 'rid INTEGER PRIMARY KEY, id BLOB NOT NULL UNIQUE, doc BLOB NOT NULL';
    this.#storage.change(`CREATE TABLE ${this.table} (${columns})`);
  }

  dropTables(): void {
    for (const index of this.#secondary()) index.dropTable();
    this.#storage.change(`DROP TABLE ${this.table}`);
    this.isDropped = true;
  }

  get(rid: number): Doc | undefined {
    return this.#one('rid', rid)?.doc;
  }

  /** The document with an `_id`, by the key of that. */
  findById(idKey: Buffer): Stored | undefined {
    return this.#one('id', idKey);
  }

  count(): number {
    return numberOf(this.#storage.get(`SELECT count(*) AS n FROM ${this.table}`)?.n);
  }

  /** All documents in the order of their insertion. It holds nothing open between two steps. */
  *scan(): Generator<Stored> {
    for (let last = 0, isMore = true; isMore; ) {
      this.#checkAlive();
      const page: Stored[] = [];
      let bytes = 0;
      const sql = `SELECT rid, doc FROM ${this.table} WHERE rid > ? ORDER BY rid LIMIT ${PAGE_ROWS}`;
      for (const row of this.#storage.statement(sql).iterate(last)) {
        page.push({ rid: numberOf(row.rid), doc: Doc.fromBytes(bytesOf(row.doc)) });
        bytes += bytesOf(row.doc).length;
        if (bytes > PAGE_BYTES) break;
      }
      yield* page;
      isMore = page.length > 0;
      last = page.at(-1)?.rid ?? last;
    }
  }

  /** Adds a document that has an `_id`. */
  insert(doc: Doc): Stored {
    checkSize(doc);
    const keys = this.indexes.map((index) => ({ index, keys: index.keysOf(doc) }));
    for (const one of keys) one.index.checkUnique(one.keys, -1, doc, this.namespace);
    const [idKey] = keys[0]?.keys ?? [];
    const rid = this.#storage.run(`INSERT INTO ${this.table} (id, doc) VALUES (?, ?)`, idKey ?? null, doc.bytes);
    for (const one of keys) if (one.index !== this.idIndex) for (const key of one.keys) one.index.add(key, rid);
    return { rid, doc };
  }

  /** Puts another document with the same `_id` in the place of one. */
  replace(before: Stored, after: Doc): void {
    checkSize(after);
    const changes = this.#secondary().map((index) => difference(index, index.keysOf(before.doc), index.keysOf(after)));
    for (const { index, added } of changes) index.checkUnique(added, before.rid, after, this.namespace);
    this.#storage.run(`UPDATE ${this.table} SET doc = ? WHERE rid = ?`, after.bytes, before.rid);
    for (const { index, added, removed } of changes) {
      for (const key of removed) index.remove(key, before.rid);
      for (const key of added) index.add(key, before.rid);
    }
  }

  remove({ rid, doc }: Stored): void {
    for (const index of this.#secondary()) for (const key of index.keysOf(doc)) index.remove(key, rid);
    this.#storage.run(`DELETE FROM ${this.table} WHERE rid = ?`, rid);
  }

  /** Fills a new index with what is there; throws when it is unique and the documents are not. */
  build(index: Index): void {
    for (const { rid, doc } of this.scan()) {
      const keys = index.keysOf(doc);
      index.checkUnique(keys, rid, doc, this.namespace);
      for (const key of keys) index.add(key, rid);
    }
    this.indexes = [...this.indexes, index];
  }

  #one(column: 'rid' | 'id', value: number | Buffer): Stored | undefined {
    this.#checkAlive();
    const row = this.#storage.get(`SELECT rid, doc FROM ${this.table} WHERE ${column} = ?`, value);
    return row && { rid: numberOf(row.rid), doc: Doc.fromBytes(bytesOf(row.doc)) };
  }

  #secondary(): readonly Index[] {
    return this.indexes.filter((index) => index !== this.idIndex);
  }

  #checkAlive(): void {
    if (this.isDropped) fail(175, `collection dropped: '${this.namespace}'`);
  }
}

function checkSize({ bytes }: Doc): void {
  if (bytes.length <= MAX_DOCUMENT_BYTES) return;
  fail(10334, `BSONObj size: ${bytes.length} is invalid. Size must be between 0 and ${MAX_DOCUMENT_BYTES}`);
}

function difference(index: Index, before: readonly Buffer[], after: readonly Buffer[]) {
  const without = (keys: readonly Buffer[], others: readonly Buffer[]) =>
    keys.filter((key) => !others.some((one) => one.equals(key)));
  return { index, added: without(after, before), removed: without(before, after) };
}
