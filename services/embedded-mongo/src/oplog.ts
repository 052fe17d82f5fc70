import { EventEmitter } from 'node:events';
import { Doc, docOf, type Plain } from './bson.ts';
import type { Collection, Stored } from './catalog.ts';
import { fail } from './errors.ts';
import { bytesOf, numberOf, type Storage } from './storage.ts';

/** What happened to the data, as change events call it. */
export type Operation = 'insert' | 'update' | 'replace' | 'delete' | 'drop' | 'dropDatabase';

/** One entry: its number, what it says, and the document as it was put. */
export interface OplogEntry {
  readonly seq: number;
  readonly entry: Doc;
  readonly body: () => Doc;
}

type Place = Pick<Collection, 'id' | 'db' | 'name'>;

/** So many numbers a second has; a number is the second times this, plus a count. */
const PER_SECOND = 2 ** 20;
/** Larger documents are not written twice: the entry refers to the record until that changes. */
const LARGE = 16 * 1024;
const MAX_KEPT_BYTES = 128 * 1024 * 1024;
const TRIM_STEP = 8 * 1024 * 1024;

/** The history that change streams read: written in the transaction of the change itself, so it never misses one. */
export class Oplog extends EventEmitter<{ commit: [] }> {
  /** The number of the newest entry. */
  last = 0;
  readonly #storage: Storage;
  #bytes = 0;
  #trimmedAt: number;
  #told: number;

  constructor(storage: Storage) {
    super();
    this.setMaxListeners(0);
    this.#storage = storage;
    this.revert();
    [this.#told, this.#trimmedAt] = [this.last, this.#bytes];
  }

  /** Finds the end of the history: at the start and after a rollback. */
  revert(): void {
    const row = this.#storage.get('SELECT seq, bytes FROM oplog ORDER BY seq DESC LIMIT 1');
    [this.last, this.#bytes] = row ? [numberOf(row.seq), numberOf(row.bytes)] : [0, 0];
  }

  /** Notes a change; `put` is the record that was written, for inserts and replacements. */
  append(operation: Operation, { id, db, name }: Place, about: Record<string, Plain>, put?: Stored): void {
    const wall = new Date();
    this.last = Math.max(this.last + 1, Math.floor(wall.getTime() / 1000) * PER_SECOND);
    const entry = docOf({ operation, db, coll: name, wall, ...about }).bytes;
    const body = put && put.doc.bytes.length <= LARGE ? put.doc.bytes : null;
    this.#bytes += entry.length + (body?.length ?? 0);
    const sql = 'INSERT INTO oplog (seq, collection, rid, bytes, entry, body) VALUES (?, ?, ?, ?, ?, ?)';
    this.#storage.run(sql, this.last, id, put && !body ? put.rid : null, this.#bytes, entry, body);
    if (this.#bytes - this.#trimmedAt > TRIM_STEP) this.#trim();
  }

  /** To be called when a record changes: entries that refer to it get a copy of what it was. */
  release({ id }: Collection, { rid, doc }: Stored): void {
    if (doc.bytes.length <= LARGE) return;
    this.#storage.run('UPDATE oplog SET body = ?, rid = NULL WHERE collection = ? AND rid = ?', doc.bytes, id, rid);
    this.#bytes += doc.bytes.length;
  }

  /** Entries after a number, oldest first. */
  read(after: number, limit: number): readonly OplogEntry[] {
    const sql = 'SELECT seq, entry FROM oplog WHERE seq > ? AND length(entry) > 0 ORDER BY seq LIMIT ?';
    return this.#storage.all(sql, after, limit).map((row) => {
      const seq = numberOf(row.seq);
      return { seq, entry: Doc.fromBytes(bytesOf(row.entry)), body: () => this.#bodyOf(seq) };
    });
  }

  #bodyOf(seq: number): Doc {
    const row = this.#storage.get('SELECT collection, rid, body FROM oplog WHERE seq = ?', seq);
    const { collection, rid, body } = row ?? {};
    const isThere = !body && this.#storage.get('SELECT 1 FROM collections WHERE id = ?', numberOf(collection ?? 0));
    const found = isThere && this.#storage.get(`SELECT doc FROM docs_${collection} WHERE rid = ?`, numberOf(rid));
    if (!body && !found) fail(286, 'The change stream fell behind what the oplog keeps.');
    return Doc.fromBytes(bytesOf(found ? found.doc : body));
  }

  /** Whether everything after a number is still there. */
  remembers(after: number): boolean {
    const row = this.#storage.get('SELECT seq, length(entry) AS length FROM oplog ORDER BY seq LIMIT 1');
    return !row || numberOf(row.length) > 0 || numberOf(row.seq) <= after;
  }

  /** To be called after a commit; says `commit` when that wrote history. */
  committed(): void {
    if (this.#told === this.last) return;
    this.#told = this.last;
    this.emit('commit');
  }

  /** Forgets the oldest entries. The last forgotten one stays behind, empty, as the mark of where the memory begins. */
  #trim(): void {
    this.#trimmedAt = this.#bytes;
    const row = this.#storage.get('SELECT max(seq) AS seq FROM oplog WHERE bytes <= ?', this.#bytes - MAX_KEPT_BYTES);
    if (typeof row?.seq !== 'number') return;
    this.#storage.run('DELETE FROM oplog WHERE seq < ?', row.seq);
    this.#storage.run("UPDATE oplog SET entry = x'', body = NULL, rid = NULL WHERE seq = ?", row.seq);
  }
}

/** An entry's number as MongoDB's timestamp. */
export function timestampOf(seq: number): Plain {
  return { type: 'timestamp', value: (BigInt(Math.floor(seq / PER_SECOND)) << 32n) | BigInt((seq % PER_SECOND) + 1) };
}
