import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { type DataDirectory, takeDataDirectory } from './data-directory.ts';
import { MongoError } from './errors.ts';

const SCHEMA = `
  CREATE TABLE collections (id INTEGER PRIMARY KEY AUTOINCREMENT, db TEXT NOT NULL, name TEXT NOT NULL, uuid BLOB NOT NULL, UNIQUE (db, name));
  CREATE TABLE indexes (id INTEGER PRIMARY KEY AUTOINCREMENT, collection INTEGER NOT NULL, spec BLOB NOT NULL, multikey TEXT NOT NULL);
  CREATE TABLE oplog (seq INTEGER PRIMARY KEY, collection INTEGER NOT NULL, rid INTEGER, bytes INTEGER NOT NULL, entry BLOB NOT NULL, body BLOB);
  CREATE INDEX oplog_by_reference ON oplog (collection, rid) WHERE rid IS NOT NULL;
  CREATE TABLE retries (session BLOB PRIMARY KEY, txn INTEGER NOT NULL, reply BLOB NOT NULL, at INTEGER NOT NULL);
`;

/** The SQLite file: durable transactions, and statements that are compiled once. */
export class Storage {
  readonly #directory: DataDirectory;
  readonly #db: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  /** Opens the file of a data directory, making both when they are not there; takes the directory for this process alone. */
  constructor(dataDir: string) {
    this.#directory = takeDataDirectory(dataDir, SCHEMA);
    this.#db = new DatabaseSync(this.#directory.file);
    this.#db.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
    this.#db.exec('PRAGMA cache_size = -32768; PRAGMA wal_autocheckpoint = 2000; PRAGMA journal_size_limit = 67108864');
  }

  /** A statement that is compiled at its first use. */
  statement(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (!statement) {
      statement = this.#db.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  run(sql: string, ...values: SQLInputValue[]): number {
    return Number(this.statement(sql).run(...values).lastInsertRowid);
  }

  /** Runs a change of tables; statements of tables that may be gone are forgotten. */
  change(sql: string): void {
    this.#statements.clear();
    this.#db.exec(sql);
  }

  begin(): void {
    this.statement('BEGIN IMMEDIATE').run();
  }

  commit(): void {
    this.statement('COMMIT').run();
  }

  rollback(): void {
    if (this.#db.isTransaction) this.#db.exec('ROLLBACK');
    this.#statements.clear();
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
  throw new MongoError(8, 'the database file holds something that is not bytes');
}

/** A column that holds a number. */
export function numberOf(column: unknown): number {
  if (typeof column === 'number') return column;
  throw new MongoError(8, 'the database file holds something that is not a number');
}

/** Whether a failure came from a disk or a file that has no room. */
export function isDiskFull(cause: unknown): boolean {
  return cause instanceof Error && 'errcode' in cause && (cause.errcode === 13 || cause.errcode === 778);
}
