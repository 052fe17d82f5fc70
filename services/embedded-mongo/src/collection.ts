import { Doc } from './document.ts';
import { encodeDoc } from './encode.ts';
import { MongoError } from './errors.ts';
import { ID_INDEX } from './index-spec.ts';
import { Index } from './indexes.ts';
import { encodeKey } from './keys.ts';
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

/** The documents of one collection, with its indexes kept in step. A call either changes everything or throws before any change. */
export class Collection {
  readonly id: number;
  readonly db: string;
  readonly name: string;
  readonly uuid: Buffer;
  readonly idIndex: Index;
  indexes: readonly Index[];
  isDropped = false;
  readonly #storage: Storage;
  readonly #table: string;

  constructor(storage: Storage, id: number, db: string, name: string, uuid: Buffer) {
    this.#storage = storage;
    this.#table = Collection.tableOf(id);
    this.id = id;
    this.db = db;
    this.name = name;
    this.uuid = uuid;
    this.idIndex = new Index(storage, 0, ID_INDEX, [false], this.#table);
    this.indexes = [this.idIndex];
  }

  static tableOf(id: number): string {
    return `docs_${id}`;
  }

  get namespace(): string {
    return `${this.db}.${this.name}`;
  }

  createTable(): void {
    this.#storage.change(
      `CREATE TABLE ${this.#table} (rid INTEGER PRIMARY KEY, id BLOB NOT NULL UNIQUE, doc BLOB NOT NULL)`,
    );
  }

  dropTables(): void {
    for (const index of this.indexes) if (index.id !== 0) index.dropTable();
    this.#storage.change(`DROP TABLE ${this.#table}`);
    this.isDropped = true;
  }

  get(rid: number): Doc | undefined {
    this.#checkAlive();
    const row = this.#storage.statement(`SELECT doc FROM ${this.#table} WHERE rid = ?`).get(rid);
    return row && Doc.fromBytes(bytesOf(row.doc));
  }

  /** The document with an `_id`, by the key of that. */
  findById(idKey: Buffer): Stored | undefined {
    this.#checkAlive();
    const row = this.#storage.statement(`SELECT rid, doc FROM ${this.#table} WHERE id = ?`).get(idKey);
    return row && { rid: numberOf(row.rid), doc: Doc.fromBytes(bytesOf(row.doc)) };
  }

  count(): number {
    return numberOf(this.#storage.statement(`SELECT count(*) AS n FROM ${this.#table}`).get()?.n);
  }

  /** All documents in the order of their insertion. It holds nothing open between two steps. */
  *scan(): Generator<Stored> {
    const page = `SELECT rid, doc FROM ${this.#table} WHERE rid > ? ORDER BY rid LIMIT ${PAGE_ROWS}`;
    let last = 0;
    for (;;) {
      this.#checkAlive();
      const rows: Stored[] = [];
      let bytes = 0;
      for (const row of this.#storage.statement(page).iterate(last)) {
        const doc = Doc.fromBytes(bytesOf(row.doc));
        rows.push({ rid: numberOf(row.rid), doc });
        bytes += doc.raw?.length ?? 0;
        if (bytes > PAGE_BYTES) break;
      }
      yield* rows;
      const end = rows.at(-1);
      if (end === undefined) return;
      last = end.rid;
    }
  }

  /** Adds a document that has an `_id`. */
  insert(doc: Doc): Stored {
    const raw = this.#sized(doc);
    const idKey = idKeyOf(doc);
    this.idIndex.checkUnique([idKey], -1, doc, this.namespace);
    const secondary = this.#secondary().map((index) => ({ index, keys: index.keysOf(doc) }));
    for (const { index, keys } of secondary) index.checkUnique(keys, -1, doc, this.namespace);
    const rid = this.#storage.run(`INSERT INTO ${this.#table} (id, doc) VALUES (?, ?)`, idKey, raw);
    for (const { index, keys } of secondary) for (const key of keys) index.add(key, rid);
    return { rid, doc };
  }

  /** Puts another document with the same `_id` in the place of one. */
  replace(before: Stored, after: Doc): void {
    const raw = this.#sized(after);
    const changes = this.#secondary().map((index) => difference(index, index.keysOf(before.doc), index.keysOf(after)));
    for (const { index, added } of changes) index.checkUnique(added, before.rid, after, this.namespace);
    this.#storage.run(`UPDATE ${this.#table} SET doc = ? WHERE rid = ?`, raw, before.rid);
    for (const { index, added, removed } of changes) {
      for (const key of removed) index.remove(key, before.rid);
      for (const key of added) index.add(key, before.rid);
    }
  }

  remove(stored: Stored): void {
    for (const index of this.#secondary()) for (const key of index.keysOf(stored.doc)) index.remove(key, stored.rid);
    this.#storage.run(`DELETE FROM ${this.#table} WHERE rid = ?`, stored.rid);
  }

  /** Fills a new index with what is there; throws when it is unique and the documents are not. */
  build(index: Index): void {
    for (const { rid, doc } of this.scan()) {
      const keys = index.keysOf(doc);
      index.checkUnique(keys, rid, doc, this.namespace);
      for (const key of keys) index.add(key, rid);
    }
  }

  #secondary(): readonly Index[] {
    return this.indexes.filter((index) => index.id !== 0);
  }

  #sized(doc: Doc): Buffer {
    const raw = encodeDoc(doc);
    if (raw.length <= MAX_DOCUMENT_BYTES) return raw;
    throw new MongoError(
      10334,
      `BSONObj size: ${raw.length} (0x${raw.length.toString(16).toUpperCase()}) is invalid. Size must be between 0 and ${MAX_DOCUMENT_BYTES}`,
    );
  }

  #checkAlive(): void {
    if (this.isDropped) throw new MongoError(175, `collection dropped: '${this.namespace}'`);
  }
}

/** The key of a document's `_id`. */
export function idKeyOf(doc: Doc): Buffer {
  const id = doc.get('_id');
  if (id === undefined) throw new MongoError(2, 'Document is missing its _id');
  return encodeKey(id);
}

function difference(index: Index, before: readonly Buffer[], after: readonly Buffer[]) {
  const without = (keys: readonly Buffer[], others: readonly Buffer[]) =>
    keys.filter((key) => !others.some((other) => other.equals(key)));
  return { index, added: without(after, before), removed: without(before, after) };
}
