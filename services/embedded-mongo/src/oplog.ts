import { docOf, type Plain } from './build.ts';
import type { Collection, Stored } from './collection.ts';
import { Doc } from './document.ts';
import { encodeDoc } from './encode.ts';
import { MongoError } from './errors.ts';
import { bytesOf, numberOf, type Storage } from './storage.ts';

/** What happened to the data. */
export type Operation = 'insert' | 'update' | 'replace' | 'delete' | 'drop' | 'dropDatabase';

/** One entry: its number, what it says, and the document as it was put. */
export interface OplogEntry {
  readonly seq: number;
  readonly entry: Doc;
  readonly body: () => Doc | undefined;
}

/** Whose history it is. */
export interface Place {
  readonly id: number;
  readonly db: string;
  readonly name: string;
}

/** So many numbers a second has; a number is the second times this, plus a count. */
const PER_SECOND = 2 ** 20;
/** Larger documents are not written twice: the entry refers to the record until that changes. */
const LARGE = 16 * 1024;
const KEPT_BYTES = 128 * 1024 * 1024;
const TRIM_STEP = 8 * 1024 * 1024;

/** The history that change streams read: written in the transaction of the change itself, so it never misses one. */
export class Oplog {
  readonly #storage: Storage;
  readonly #waiting = new Set<() => void>();
  #last = 0;
  #bytes = 0;
  #trimmedAt = 0;
  #hasNews = false;

  constructor(storage: Storage) {
    this.#storage = storage;
    this.load();
    this.#trimmedAt = this.#bytes;
  }

  /** Finds the end of the history: at the start and after a rollback. */
  load(): void {
    const row = this.#storage.statement('SELECT seq, bytes FROM oplog ORDER BY seq DESC LIMIT 1').get();
    this.#last = row ? numberOf(row.seq) : 0;
    this.#bytes = row ? numberOf(row.bytes) : 0;
    this.#hasNews = false;
  }

  /** The number of the newest entry. */
  get last(): number {
    return this.#last;
  }

  /** Notes a change; `put` is the record that was written, for inserts and replacements. */
  append(operation: Operation, place: Place, fields: Readonly<Record<string, Plain | undefined>>, put?: Stored): void {
    const now = new Date();
    this.#last = Math.max(this.#last + 1, Math.floor(now.getTime() / 1000) * PER_SECOND);
    const entry = encodeDoc(docOf({ operation, db: place.db, coll: place.name, wall: now, ...fields }));
    const raw = put && encodeDoc(put.doc);
    const isReference = raw !== undefined && raw.length > LARGE;
    this.#bytes += entry.length + (raw === undefined || isReference ? 0 : raw.length);
    const reference = isReference ? (put?.rid ?? null) : null;
    this.#storage.run(
      'INSERT INTO oplog (seq, collection, rid, bytes, entry, body) VALUES (?, ?, ?, ?, ?, ?)',
      this.#last,
      place.id,
      reference,
      this.#bytes,
      entry,
      isReference ? null : (raw ?? null),
    );
    this.#hasNews = true;
    if (this.#bytes - this.#trimmedAt > TRIM_STEP) this.#trim();
  }

  /** To be called before a record changes: entries that refer to it get their own copy. */
  release(collection: Collection, stored: Stored): void {
    const raw = encodeDoc(stored.doc);
    if (raw.length <= LARGE) return;
    const sql = 'UPDATE oplog SET body = ?, rid = NULL WHERE collection = ? AND rid = ?';
    if (Number(this.#storage.statement(sql).run(raw, collection.id, stored.rid).changes) > 0) this.#bytes += raw.length;
  }

  /** The same for all records of a collection that is about to go. */
  releaseAll(collection: Collection): void {
    const referring = this.#storage
      .statement('SELECT rid FROM oplog WHERE collection = ? AND rid IS NOT NULL')
      .all(collection.id);
    for (const row of referring) {
      const rid = numberOf(row.rid);
      const doc = collection.get(rid);
      if (doc) this.release(collection, { rid, doc });
    }
  }

  /** Entries after a number, oldest first. */
  read(after: number, limit: number): readonly OplogEntry[] {
    const rows = this.#storage
      .statement('SELECT seq, entry FROM oplog WHERE seq > ? AND length(entry) > 0 ORDER BY seq LIMIT ?')
      .all(after, limit);
    return rows.map((row) => {
      const seq = numberOf(row.seq);
      return { seq, entry: Doc.fromBytes(bytesOf(row.entry)), body: () => this.#bodyOf(seq) };
    });
  }

  /** Whether everything after a number is still there. */
  remembers(after: number): boolean {
    const row = this.#storage.statement('SELECT seq, length(entry) AS length FROM oplog ORDER BY seq LIMIT 1').get();
    return !row || numberOf(row.length) > 0 || numberOf(row.seq) <= after;
  }

  /** Calls back once, after the next commit that wrote history; returns how to give up waiting. */
  wait(wake: () => void): () => void {
    this.#waiting.add(wake);
    return () => this.#waiting.delete(wake);
  }

  /** To be called after a commit. */
  committed(): void {
    if (!this.#hasNews) return;
    this.#hasNews = false;
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const wake of waiting) wake();
  }

  #bodyOf(seq: number): Doc | undefined {
    const row = this.#storage.statement('SELECT collection, rid, body FROM oplog WHERE seq = ?').get(seq);
    if (!row) throw new MongoError(286, 'The change stream fell behind what the oplog keeps.');
    if (row.body !== null) return Doc.fromBytes(bytesOf(row.body));
    const record =
      row.rid === null
        ? undefined
        : this.#storage.statement(`SELECT doc FROM docs_${row.collection} WHERE rid = ?`).get(row.rid ?? null);
    return record && Doc.fromBytes(bytesOf(record.doc));
  }

  /** Forgets the oldest entries. The last forgotten one stays behind, empty, as the mark of where the memory begins. */
  #trim(): void {
    this.#trimmedAt = this.#bytes;
    const row = this.#storage
      .statement('SELECT seq FROM oplog WHERE bytes <= ? ORDER BY seq DESC LIMIT 1')
      .get(this.#bytes - KEPT_BYTES);
    if (!row) return;
    this.#storage.run('DELETE FROM oplog WHERE seq < ?', numberOf(row.seq));
    this.#storage.run("UPDATE oplog SET entry = x'', body = NULL, rid = NULL WHERE seq = ?", numberOf(row.seq));
  }
}

/** An entry's number as MongoDB's timestamp. */
export function timestampOf(seq: number): bigint {
  return (BigInt(Math.floor(seq / PER_SECOND)) << 32n) | BigInt((seq % PER_SECOND) + 1);
}

/** The number of the first entry at or after a timestamp. */
export function seqOf(timestamp: bigint): number {
  return Number(timestamp >> 32n) * PER_SECOND + Math.max(0, Number(timestamp & 0xffffffffn) - 1);
}
