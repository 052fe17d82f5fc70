import { randomBytes } from 'node:crypto';
import { Collection } from './collection.ts';
import { Doc } from './document.ts';
import { encodeDoc } from './encode.ts';
import { MongoError } from './errors.ts';
import { ID_INDEX, type IndexSpec, keyFields, parseIndexSpec, showIndexSpec } from './index-spec.ts';
import { Index } from './indexes.ts';
import { bytesOf, numberOf, type Storage } from './storage.ts';

/** Which collections there are, and which indexes they have. */
export class Catalog {
  readonly #storage: Storage;
  #collections = new Map<string, Collection>();

  constructor(storage: Storage) {
    this.#storage = storage;
    this.load();
  }

  /** Reads everything anew: at the start, and after a rollback, when memory may know more than the file. */
  load(): void {
    for (const old of this.#collections.values()) old.isDropped = true;
    this.#collections = new Map();
    const byId = new Map<number, Collection>();
    for (const row of this.#storage.statement('SELECT id, db, name, uuid FROM collections ORDER BY id').all()) {
      const id = numberOf(row.id);
      const collection = new Collection(this.#storage, id, String(row.db), String(row.name), bytesOf(row.uuid));
      byId.set(id, collection);
      this.#collections.set(collection.namespace, collection);
    }
    for (const row of this.#storage.statement('SELECT id, collection, spec, multikey FROM indexes ORDER BY id').all()) {
      const collection = byId.get(numberOf(row.collection));
      if (!collection) continue;
      const multikey: unknown = JSON.parse(String(row.multikey));
      const flags = Array.isArray(multikey) ? multikey.map((flag) => flag === true) : [];
      const spec = parseIndexSpec(Doc.fromBytes(bytesOf(row.spec)));
      const index = new Index(this.#storage, numberOf(row.id), spec, flags, Collection.tableOf(collection.id));
      collection.indexes = [...collection.indexes, index];
    }
  }

  find(db: string, name: string): Collection | undefined {
    return this.#collections.get(`${db}.${name}`);
  }

  all(): readonly Collection[] {
    return [...this.#collections.values()];
  }

  inDatabase(db: string): readonly Collection[] {
    return this.all().filter((collection) => collection.db === db);
  }

  /** The collection, made when it is not there. */
  ensure(db: string, name: string): Collection {
    return this.find(db, name) ?? this.#create(db, name);
  }

  #create(db: string, name: string): Collection {
    checkName(db, name);
    const uuid = randomBytes(16);
    uuid[6] = (uuid.readUInt8(6) & 0x0f) | 0x40;
    uuid[8] = (uuid.readUInt8(8) & 0x3f) | 0x80;
    const id = this.#storage.run('INSERT INTO collections (db, name, uuid) VALUES (?, ?, ?)', db, name, uuid);
    const collection = new Collection(this.#storage, id, db, name, uuid);
    collection.createTable();
    this.#collections.set(collection.namespace, collection);
    return collection;
  }

  drop(collection: Collection): void {
    collection.dropTables();
    this.#storage.run('DELETE FROM indexes WHERE collection = ?', collection.id);
    this.#storage.run('DELETE FROM collections WHERE id = ?', collection.id);
    this.#collections.delete(collection.namespace);
  }

  /** Makes and fills an index; tells `false` when the very same one is there already. */
  createIndex(collection: Collection, spec: IndexSpec): boolean {
    if (isExisting(collection, spec)) return false;
    if (collection.indexes.length >= 64)
      throw new MongoError(67, `add index fails, too many indexes for ${collection.namespace} key:${spec.name}`);
    const id = this.#storage.run(
      'INSERT INTO indexes (collection, spec, multikey) VALUES (?, ?, ?)',
      collection.id,
      encodeDoc(showIndexSpec(spec)),
      '[]',
    );
    const index = new Index(this.#storage, id, spec, [], Collection.tableOf(collection.id));
    index.createTable();
    try {
      collection.build(index);
    } catch (cause) {
      this.#forget(index);
      throw cause;
    }
    collection.indexes = [...collection.indexes, index];
    return true;
  }

  dropIndex(collection: Collection, index: Index): void {
    this.#forget(index);
    collection.indexes = collection.indexes.filter((other) => other !== index);
  }

  #forget(index: Index): void {
    index.dropTable();
    this.#storage.run('DELETE FROM indexes WHERE id = ?', index.id);
  }
}

function isExisting(collection: Collection, spec: IndexSpec): boolean {
  for (const { spec: other } of collection.indexes) {
    const isSame = signature(other) === signature(spec);
    const hasSameOptions =
      other.unique === spec.unique &&
      other.sparse === spec.sparse &&
      other.expireAfterSeconds === spec.expireAfterSeconds;
    if (isSame && (other.name === ID_INDEX.name || (other.name === spec.name && hasSameOptions))) return true;
    if (other.name === spec.name) {
      const sentence = `An existing index has the same name as the requested index: ${spec.name}`;
      throw isSame
        ? new MongoError(85, `${sentence}, but other options`)
        : new MongoError(86, `${sentence}, but another key`);
    }
    if (isSame && hasSameOptions) throw new MongoError(85, `Index already exists with a different name: ${other.name}`);
    if (isSame)
      throw new MongoError(85, `An equivalent index already exists with a different name and options: ${other.name}`);
  }
  return false;
}

/** What makes two indexes the same one for MongoDB. */
function signature(spec: IndexSpec): string {
  return JSON.stringify([keyFields(spec.key), spec.partial && encodeDoc(spec.partial).toString('hex')]);
}

function checkName(db: string, name: string): void {
  if (db === '' || /[/\\. "$\0]/.test(db) || Buffer.byteLength(db) > 63)
    throw new MongoError(73, `Invalid database name: '${db}'`);
  if (name === '' || /^\.|\.$|[$\0]/.test(name) || name.startsWith('system.'))
    throw new MongoError(73, `Invalid collection name: ${name}`);
  if (Buffer.byteLength(`${db}.${name}`) > 255)
    throw new MongoError(73, `Fully qualified namespace is too long: ${db}.${name}`);
}
