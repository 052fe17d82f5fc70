import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite';
import { type DataDirectory, takeDataDirectory } from './data-directory.ts';
import { fail } from './errors.ts';

type Row = Readonly<Record<string, SQLOutputValue>>;

const SCHEMA = `
  CREATE TABLE collections (id INTEGER PRIMARY KEY AUTOINCREMENT, db TEXT, name TEXT, uuid BLOB, UNIQUE (db, name));
  CREATE TABLE indexes (id INTEGER PRIMARY KEY AUTOINCREMENT, collection INTEGER, spec BLOB, multikey TEXT);
  CREATE TABLE oplog (seq INTEGER PRIMARY KEY, collection INTEGER, rid INTEGER, bytes INTEGER, entry BLOB, body BLOB);
  CREATE INDEX oplog_by_record ON oplog (collection, rid) WHERE rid IS NOT NULL;
  CREATE TABLE retries (session BLOB PRIMARY KEY, txn INTEGER, reply BLOB, at INTEGER);
`;

/** The SQLite file: durable transactions, and statements that are compiled once. */
export class Storage {
  /** Whether this transaction has changed which collections and indexes there are, or what they are. */
  isCatalogChanged = false;
  readonly #directory: DataDirectory;
  readonly #db: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  /** Takes the data directory for this process alone, and opens its file. */
  constructor(dataDir: string) {
    this.#directory = takeDataDirectory(dataDir, SCHEMA);
    this.#db = new DatabaseSync(this.#directory.file);
    this.#db.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
    this.#db.exec('PRAGMA cache_size = -32768; PRAGMA wal_autocheckpoint = 2000; PRAGMA journal_size_limit = 67108864');
  }

  /** A statement that is compiled at its first use. */
  statement(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.#db.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  /** The first row of an answer. */
  get(sql: string, ...values: SQLInputValue[]): Row | undefined {
    return this.statement(sql).get(...values);
  }

  all(sql: string, ...values: SQLInputValue[]): readonly Row[] {
    return this.statement(sql).all(...values);
  }

  /** Runs a statement; gives the number of the record that it inserted. */
  run(sql: string, ...values: SQLInputValue[]): number {
    return Number(this.statement(sql).run(...values).lastInsertRowid);
  }

  /** Runs a change of tables; statements about tables that may be gone are forgotten. */
  change(sql: string): void {
    this.isCatalogChanged = true;
    this.#statements.clear();
    this.#db.exec(sql);
  }

  commit(): void {
    this.run('COMMIT');
    this.isCatalogChanged = false;
  }

  /** Takes back the whole transaction, if SQLite has not done so by itself. */
  rollback(): void {
    if (this.#db.isTransaction) this.#db.exec('ROLLBACK');
  }

  close(): void {
    this.#statements.clear();
    this.#db.close();
    this.#directory.release();
  }
}

/** A column that holds bytes. */
export function bytesOf(column: unknown): Buffer {
  if (column instanceof Uint8Array) return Buffer.from(column.buffer, column.byteOffset, column.byteLength);
  fail(1, 'the database file holds something else than bytes');
}

/** A column that holds a number. */
export function numberOf(column: unknown): number {
  if (typeof column === 'number') return column;
  fail(1, 'the database file holds something else than a number');
}
