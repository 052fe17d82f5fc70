import { Doc } from './bson.ts';
import { fail } from './errors.ts';
import { ID_INDEX, type Index, type IndexSpec, keyText, openIndex, parseIndexSpec, showIndexSpec } from './indexes.ts';
import { bytesOf, numberOf, type Storage } from './storage.ts';

/** The largest document that MongoDB stores. */
export const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024;
const MAX_INDEXES = 64;
const MAX_NAMESPACE_BYTES = 255;
const PAGE_ROWS = 64;
const PAGE_BYTES = 1024 * 1024;

/** A stored document and its record number. */
export interface Stored {
  readonly rid: number;
  readonly doc: Doc;
}

/** The documents of one collection and its indexes. A change is applied completely, or throws before it changes anything. */
export class Collection {
  readonly id: number;
  readonly db: string;
  readonly name: string;
  readonly table: string;
  readonly namespace: string;
  readonly idIndex: Index;
  indexes: readonly Index[];
  isDropped = false;
  readonly #storage: Storage;

  constructor(storage: Storage, id: number, db: string, name: string) {
    this.#storage = storage;
    this.id = id;
    this.db = db;
    this.name = name;
    this.table = `docs_${id}`;
    this.namespace = `${db}.${name}`;
    this.idIndex = openIndex(storage, 0, ID_INDEX, [false], this.table);
    this.indexes = [this.idIndex];
  }

  /** Returns a document by its record number or by the key of its `_id`. */
  find(id: number | Buffer): Stored | undefined {
    this.#checkAlive();
    const column = typeof id === 'number' ? 'rid' : 'id';
    const row = this.#storage.get(`SELECT rid, doc FROM ${this.table} WHERE ${column} = ?`, id);
    return row && { rid: numberOf(row.rid), doc: Doc.fromBytes(bytesOf(row.doc)) };
  }

  /** The number of documents. */
  get size(): number {
    return numberOf(this.#storage.get(`SELECT count(*) AS n FROM ${this.table}`)?.n);
  }

  /** Yields all documents in insertion order. No statement stays open between two pages. */
  *scan(): Generator<Stored> {
    const sql = `SELECT rid, doc FROM ${this.table} WHERE rid > ? ORDER BY rid LIMIT ${PAGE_ROWS}`;
    for (let last = -1, page: Stored[] = []; ; last = page.at(-1)?.rid ?? last) {
      this.#checkAlive();
      page = [];
      let bytes = 0;
      for (const row of this.#storage.statement(sql).iterate(last)) {
        page.push({ rid: numberOf(row.rid), doc: Doc.fromBytes(bytesOf(row.doc)) });
        bytes += bytesOf(row.doc).length;
        if (bytes > PAGE_BYTES) break;
      }
      if (page.length === 0) return;
      yield* page;
    }
  }

  /** Replaces a document: no `before` inserts, no `after` deletes. `after` needs an `_id`. Returns the record number. */
  put(before: Stored | undefined, after: Doc | undefined): number {
    const size = after?.bytes.length ?? 0;
    if (size > MAX_DOCUMENT_BYTES)
      fail(10334, `BSONObj size: ${size} is invalid. It must be at most ${MAX_DOCUMENT_BYTES}`);
    const changes = this.indexes.map((index) => {
      const [oldKeys, newKeys] = [before ? index.keysOf(before.doc) : [], after ? index.keysOf(after) : []];
      return { index, added: without(newKeys, oldKeys), removed: without(oldKeys, newKeys) };
    });
    for (const { index, added } of changes)
      if (after) index.checkUnique(added, before?.rid ?? -1, after, this.namespace);
    const rid = before?.rid ?? this.#insert(changes[0]?.added[0], after);
    if (before && after) this.#storage.run(`UPDATE ${this.table} SET doc = ? WHERE rid = ?`, after.bytes, rid);
    if (!after) this.#storage.run(`DELETE FROM ${this.table} WHERE rid = ?`, rid);
    for (const { index, added, removed } of changes.slice(1)) {
      for (const key of removed) index.remove(key, rid);
      for (const key of added) index.add(key, rid);
    }
    return rid;
  }

  #insert(idKey: Buffer | undefined, doc: Doc | undefined): number {
    return this.#storage.run(`INSERT INTO ${this.table} (id, doc) VALUES (?, ?)`, idKey ?? null, doc?.bytes ?? null);
  }

  /** Fills a new index. Throws error 11000 if it is unique and two documents share a key. */
  build(index: Index): void {
    for (const { rid, doc } of this.scan()) {
      const keys = index.keysOf(doc);
      index.checkUnique(keys, rid, doc, this.namespace);
      for (const key of keys) index.add(key, rid);
    }
  }

  #checkAlive(): void {
    if (this.isDropped) fail(175, `collection dropped: '${this.namespace}'`);
  }
}

function without(keys: readonly Buffer[], others: readonly Buffer[]): readonly Buffer[] {
  return keys.filter((key) => !others.some((one) => one.equals(key)));
}

/** The collections and their indexes. */
export class Catalog {
  readonly #storage: Storage;
  #collections = new Map<string, Collection>();
  /** Without what the open transaction has created. */
  #committed = this.#collections;

  constructor(storage: Storage) {
    this.#storage = storage;
    this.load();
  }

  /** Reads the catalog from the file: at the start and after a rollback. Existing collections keep their object. */
  load(): void {
    const previous = this.all();
    this.#collections = new Map();
    for (const row of this.#storage.all('SELECT id, db, name FROM collections ORDER BY id')) {
      const [id, db, name] = [numberOf(row.id), String(row.db), String(row.name)];
      const existing = previous.find((collection) => collection.id === id && !collection.isDropped);
      const collection = existing ?? new Collection(this.#storage, id, db, name);
      collection.indexes = [collection.idIndex, ...this.#indexesOf(collection)];
      this.#collections.set(collection.namespace, collection);
    }
    for (const collection of previous) {
      collection.isDropped = this.find(collection.db, collection.name) !== collection;
    }
    this.#committed = new Map(this.#collections);
  }

  /** Commits the open transaction, with the collections that it has created. */
  commit(): void {
    const isChanged = this.#storage.isCatalogChanged;
    this.#storage.commit();
    if (isChanged) this.#committed = new Map(this.#collections);
  }

  get #visible(): ReadonlyMap<string, Collection> {
    return this.#storage.isOutside ? this.#committed : this.#collections;
  }

  #indexesOf({ id, table }: Collection): readonly Index[] {
    const sql = 'SELECT id, spec, multikey FROM indexes WHERE collection = ? ORDER BY id';
    return this.#storage.all(sql, id).map((row) => {
      const flags: unknown = JSON.parse(String(row.multikey));
      const multikey = Array.isArray(flags) ? flags.map((flag) => flag === true) : [];
      const spec = parseIndexSpec(Doc.fromBytes(bytesOf(row.spec)));
      return openIndex(this.#storage, numberOf(row.id), spec, multikey, table);
    });
  }

  find(db: string, name: string): Collection | undefined {
    return this.#visible.get(`${db}.${name}`);
  }

  all(): readonly Collection[] {
    return [...this.#visible.values()];
  }

  /** Returns a collection, and creates it if there is none. */
  ensure(db: string, name: string): Collection {
    const collection = this.find(db, name);
    if (collection) return collection;
    checkName(db, name);
    const id = this.#storage.run('INSERT INTO collections (db, name) VALUES (?, ?)', db, name);
    const columns = 'rid INTEGER PRIMARY KEY, id BLOB NOT NULL UNIQUE, doc BLOB NOT NULL';
    this.#storage.changeSchema(`CREATE TABLE docs_${id} (${columns})`);
    const created = new Collection(this.#storage, id, db, name);
    this.#collections.set(created.namespace, created);
    return created;
  }

  drop(collection: Collection): void {
    for (const index of collection.indexes.slice(1)) this.dropIndex(collection, index);
    this.#storage.run('DELETE FROM collections WHERE id = ?', collection.id);
    this.#storage.changeSchema(`DROP TABLE ${collection.table}`);
    this.#collections.delete(collection.namespace);
    collection.isDropped = true;
  }

  /** Creates and fills an index, unless the same index exists. */
  createIndex(collection: Collection, spec: IndexSpec): void {
    if (hasIndex(collection, spec)) return;
    if (collection.indexes.length >= MAX_INDEXES)
      fail(67, `add index fails, too many indexes for ${collection.namespace}`);
    const sql = "INSERT INTO indexes (collection, spec, multikey) VALUES (?, ?, '[]')";
    const id = this.#storage.run(sql, collection.id, showIndexSpec(spec).bytes);
    this.#storage.changeSchema(
      `CREATE TABLE index_${id} (key BLOB, rid INTEGER, PRIMARY KEY (key, rid)) WITHOUT ROWID`,
    );
    const index = openIndex(this.#storage, id, spec, [], collection.table);
    collection.indexes = [...collection.indexes, index];
    collection.build(index);
  }

  dropIndex(collection: Collection, index: Index): void {
    this.#storage.run('DELETE FROM indexes WHERE id = ?', index.id);
    this.#storage.changeSchema(`DROP TABLE ${index.table}`);
    collection.indexes = collection.indexes.filter((other) => other !== index);
  }
}

function hasIndex(collection: Collection, spec: IndexSpec): boolean {
  const signature = ({ key, partial }: IndexSpec) => keyText(key) + (partial?.bytes.toString('latin1') ?? '');
  const options = ({ unique, sparse, expireAfterSeconds }: IndexSpec) =>
    JSON.stringify([unique, sparse, expireAfterSeconds]);
  for (const { spec: other } of collection.indexes) {
    const isSame = signature(other) === signature(spec);
    if (isSame && (other === ID_INDEX || (other.name === spec.name && options(other) === options(spec)))) return true;
    if (isSame) fail(85, `An equivalent index exists with another name or other options: ${other.name}`);
    if (other.name === spec.name) fail(86, `An existing index has the same name but another key: ${spec.name}`);
  }
  return false;
}

function checkName(db: string, name: string): void {
  const isValid = !/^$|[/\\. "$\0]/.test(db) && !/^$|^\.|\.$|[$\0]|^system\./.test(name);
  if (!isValid || Buffer.byteLength(`${db}.${name}`) > MAX_NAMESPACE_BYTES)
    fail(73, `Invalid namespace: ${db}.${name}`);
}
