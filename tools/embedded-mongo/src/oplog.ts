import { EventEmitter } from 'node:events';
import { Doc, docOf, type Plain } from './bson.ts';
import type { Collection, Stored } from './catalog.ts';
import { fail } from './errors.ts';
import { bytesOf, numberOf, type Storage } from './storage.ts';

/** The operation of an entry, as change events name it. */
export type Operation = 'insert' | 'update' | 'replace' | 'delete' | 'drop' | 'dropDatabase';

/** One entry. `body` returns the document that was written. */
export interface OplogEntry {
  readonly seq: number;
  readonly entry: Doc;
  readonly body: () => Doc;
}

type Namespace = Pick<Collection, 'id' | 'db' | 'name'>;

/** An entry number is the Unix time in seconds times this, plus a counter. */
const ENTRIES_PER_SECOND = 2 ** 20;
/** The entry of a larger document refers to its record, until that changes, to avoid a second write. */
const MAX_COPIED_BYTES = 16 * 1024;
const MAX_OPLOG_BYTES = 128 * 1024 * 1024;
const TRIM_INTERVAL_BYTES = 8 * 1024 * 1024;

/** The log that change streams read. Entries are written in the transaction of the change, so none is missing. */
export class Oplog extends EventEmitter<{ commit: [] }> {
  /** The number of the newest entry, in the transaction that is open. */
  last = 0;
  /** The bytes of all entries so far. */
  bytes = 0;
  /** The bytes written so far, with the documents that entries only refer to. */
  written = 0;
  readonly #storage: Storage;
  #trimmedAt: number;
  #notified: number;

  constructor(storage: Storage) {
    super();
    this.setMaxListeners(0);
    this.#storage = storage;
    this.reload();
    [this.#notified, this.#trimmedAt] = [this.last, this.bytes];
  }

  /** Reads the end of the log: at the start and after a rollback. */
  reload(): void {
    const row = this.#storage.get('SELECT seq, bytes FROM oplog ORDER BY seq DESC LIMIT 1');
    [this.last, this.bytes] = row ? [numberOf(row.seq), numberOf(row.bytes)] : [0, 0];
  }

  /** The number of the newest entry that a command sees. */
  get newest(): number {
    return this.#storage.isOutside ? this.#notified : this.last;
  }

  /** Appends an entry. Inserts and replacements pass the record that they wrote. */
  append(operation: Operation, { id, db, name }: Namespace, fields: Record<string, Plain>, stored?: Stored): void {
    const wall = new Date();
    this.last = Math.max(this.last + 1, Math.floor(wall.getTime() / 1000) * ENTRIES_PER_SECOND);
    const entry = docOf({ operation, db, coll: name, wall, ...fields }).bytes;
    const body = stored && stored.doc.bytes.length <= MAX_COPIED_BYTES ? stored.doc.bytes : null;
    this.bytes += entry.length + (body?.length ?? 0);
    this.written += entry.length + (stored?.doc.bytes.length ?? 0);
    const sql = 'INSERT INTO oplog (seq, collection, rid, bytes, entry, body) VALUES (?, ?, ?, ?, ?, ?)';
    this.#storage.run(sql, this.last, id, stored && !body ? stored.rid : null, this.bytes, entry, body);
    if (this.bytes - this.#trimmedAt > TRIM_INTERVAL_BYTES) this.#trim();
  }

  /** Copies the old document into the entries that refer to its record. To be called when a record changes. */
  keepBody({ id }: Collection, { rid, doc }: Stored): void {
    if (doc.bytes.length <= MAX_COPIED_BYTES) return;
    this.#storage.run('UPDATE oplog SET body = ?, rid = NULL WHERE collection = ? AND rid = ?', doc.bytes, id, rid);
    this.bytes += doc.bytes.length;
  }

  /** Returns the entries after a number, oldest first. */
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
    const hasTable = !body && this.#storage.get('SELECT 1 FROM collections WHERE id = ?', numberOf(collection ?? 0));
    const record = hasTable && this.#storage.get(`SELECT doc FROM docs_${collection} WHERE rid = ?`, numberOf(rid));
    if (!body && !record) fail(286, 'The change stream fell behind what the oplog keeps.');
    return Doc.fromBytes(bytesOf(record ? record.doc : body));
  }

  /** Returns whether the log still has all entries after a number. */
  hasAllAfter(after: number): boolean {
    const row = this.#storage.get('SELECT seq, length(entry) AS length FROM oplog ORDER BY seq LIMIT 1');
    return !row || numberOf(row.length) > 0 || numberOf(row.seq) <= after;
  }

  /** Emits `commit` if there are new entries. To be called after each commit. */
  notifyCommit(): void {
    if (this.#notified === this.last) return;
    this.#notified = this.last;
    this.emit('commit');
  }

  /** Deletes the oldest entries, and empties the last of them to mark where the log begins. */
  #trim(): void {
    this.#trimmedAt = this.bytes;
    const row = this.#storage.get('SELECT max(seq) AS seq FROM oplog WHERE bytes <= ?', this.bytes - MAX_OPLOG_BYTES);
    if (typeof row?.seq !== 'number') return;
    this.#storage.run('DELETE FROM oplog WHERE seq < ?', row.seq);
    this.#storage.run("UPDATE oplog SET entry = x'', body = NULL, rid = NULL WHERE seq = ?", row.seq);
  }
}

/** Returns the MongoDB timestamp of an entry number. */
export function timestampOf(seq: number) {
  return {
    type: 'timestamp' as const,
    value: (BigInt(Math.floor(seq / ENTRIES_PER_SECOND)) << 32n) | BigInt((seq % ENTRIES_PER_SECOND) + 1),
  };
}
