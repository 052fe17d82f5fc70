import { randomBytes } from 'node:crypto';
import { Doc } from './bson.ts';
import { Collection } from './collection.ts';
import { fail } from './errors.ts';
import { ID_INDEX, type IndexSpec, keyText, parseIndexSpec, showIndexSpec } from './index-spec.ts';
import { Index } from './indexes.ts';
import { bytesOf, numberOf, type Storage } from './storage.ts';

/** Which collections there are, and which indexes they have. */
export class Catalog {
  readonly #storage: Storage;
  #collections = new Map<string, Collection>();

  constructor(storage: Storage) {
    this.#storage = storage;
    this.revert();
  }

  /** Reads what the file says: at the start, and after a rollback. Collections that are still there stay the same objects. */
  revert(): void {
    const known = this.all();
    this.#collections = new Map();
    for (const row of this.#storage.all('SELECT id, db, name, uuid FROM collections ORDER BY id')) {
      const [id, db, name] = [numberOf(row.id), String(row.db), String(row.name)];
      const same = known.find((one) => one.id === id && !one.isDropped);
      const collection = same ?? new Collection(this.#storage, id, db, name, bytesOf(row.uuid));
      collection.indexes = [collection.idIndex, ...this.#indexesOf(collection)];
      this.#collections.set(collection.namespace, collection);
    }
    for (const one of known) one.isDropped = this.find(one.db, one.name) !== one;
  }

  #indexesOf({ id, table }: Collection): readonly Index[] {
    const sql = 'SELECT id, spec, multikey FROM indexes WHERE collection = ? ORDER BY id';
    return this.#storage.all(sql, id).map((row) => {
      const flags: unknown = JSON.parse(String(row.multikey));
      const multikey = Array.isArray(flags) ? flags.map((flag) => flag === true) : [];
      const spec = parseIndexSpec(Doc.fromBytes(bytesOf(row.spec)));
      return new Index(this.#storage, numberOf(row.id), spec, multikey, table);
    });
  }

  find(db: string, name: string): Collection | undefined {
    return this.#collections.get(`${db}.${name}`);
  }

  all(): readonly Collection[] {
    return [...this.#collections.values()];
  }

  /** The collection, made when it is not there. */
  ensure(db: string, name: string): Collection {
    const found = this.find(db, name);
    if (found) return found;
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

  /** Makes and fills an index, unless the very same one is there already. */
  createIndex(collection: Collection, spec: IndexSpec): void {
    if (isThere(collection, spec)) return;
    if (collection.indexes.length >= 64) fail(67, `add index fails, too many indexes for ${collection.namespace}`);
    const sql = "INSERT INTO indexes (collection, spec, multikey) VALUES (?, ?, '[]')";
    const id = this.#storage.run(sql, collection.id, showIndexSpec(spec).bytes);
    const index = new Index(this.#storage, id, spec, [], collection.table);
    index.createTable();
    collection.build(index);
  }

  dropIndex(collection: Collection, index: Index): void {
    index.dropTable();
    this.#storage.run('DELETE FROM indexes WHERE id = ?', index.id);
    collection.indexes = collection.indexes.filter((other) => other !== index);
  }
}

function isThere(collection: Collection, spec: IndexSpec): boolean {
  const signature = ({ key, partial }: IndexSpec) => keyText(key) + (partial?.bytes.toString('latin1') ?? '');
  const options = (one: IndexSpec) => JSON.stringify([one.unique, one.sparse, one.expireAfterSeconds]);
  for (const { spec: other } of collection.indexes) {
    const isSame = signature(other) === signature(spec);
    if (isSame && (other === ID_INDEX || (other.name === spec.name && options(other) === options(spec)))) return true;
    if (isSame) fail(85, `An equivalent index exists with another name or other options: ${other.name}`);
    if (other.name === spec.name) fail(86, `An existing index has the same name but another key: ${spec.name}`);
  }
  return false;
}

function checkName(db: string, name: string): void {
  const areGood = !/^$|[/\\. "$\0]/.test(db) && !/^$|^\.|\.$|[$\0]|^system\./.test(name);
  if (!areGood || Buffer.byteLength(`${db}.${name}`) > 255) fail(73, `Invalid namespace: ${db}.${name}`);
}
