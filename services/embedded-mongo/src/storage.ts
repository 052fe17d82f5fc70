import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { MongoError } from './errors.ts';

/** The file that holds everything, in the data directory. */
export const FILE_NAME = 'database.sqlite';
const APPLICATION_ID = 0x436d4462;
const FORMAT = 1;
/** Up to this size the whole file is looked through at every start; it takes well under 100 ms. */
const QUICK_CHECK_BYTES = 32 * 1024 * 1024;

/** The data directory cannot be used; the message is for the person who starts the portal. */
export class UnusableDataError extends Error {
  override readonly name = 'UnusableDataError';
}

const SCHEMA = `
  CREATE TABLE collections (id INTEGER PRIMARY KEY AUTOINCREMENT, db TEXT NOT NULL, name TEXT NOT NULL, uuid BLOB NOT NULL, UNIQUE (db, name));
  CREATE TABLE indexes (id INTEGER PRIMARY KEY AUTOINCREMENT, collection INTEGER NOT NULL, spec BLOB NOT NULL, multikey TEXT NOT NULL);
  CREATE TABLE oplog (seq INTEGER PRIMARY KEY, collection INTEGER NOT NULL, rid INTEGER, bytes INTEGER NOT NULL, entry BLOB NOT NULL, body BLOB);
  CREATE INDEX oplog_by_reference ON oplog (collection, rid) WHERE rid IS NOT NULL;
  CREATE TABLE retries (session BLOB PRIMARY KEY, txn INTEGER NOT NULL, reply BLOB NOT NULL, at INTEGER NOT NULL);
`;

/** The SQLite file: durable transactions, and statements that are compiled once. */
export class Storage {
  readonly #db: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  private constructor(db: DatabaseSync) {
    this.#db = db;
  }

  /** Opens the file of a data directory, making both when they are not there; takes the directory for this process alone. */
  static open(dataDir: string): Storage {
    const file = join(dataDir, FILE_NAME);
    const pidFile = join(dataDir, 'embedded-mongo.pid');
    prepareDirectory(dataDir);
    const isNew = !existsSync(file);
    if (!isNew) checkHeader(file);
    try {
      if (isNew) create(file);
      const db = openLocked(file);
      writeFileSync(pidFile, `${process.pid}\n`);
      return new Storage(db);
    } catch (cause) {
      throw explain(cause, file, dataDir, pidFile);
    }
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

function prepareDirectory(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true });
  } catch (cause) {
    throw new UnusableDataError(`The data directory ${dataDir} cannot be made: ${messageOf(cause)}`, { cause });
  }
}

function checkHeader(file: string): void {
  const header = Buffer.alloc(100);
  try {
    const handle = openSync(file, 'r');
    readSync(handle, header, 0, header.length, 0);
    closeSync(handle);
  } catch (cause) {
    throw new UnusableDataError(`The database file ${file} cannot be read: ${messageOf(cause)}`, { cause });
  }
  const isSqlite = header.toString('latin1', 0, 16) === 'SQLite format 3\0';
  if (!isSqlite)
    throw new UnusableDataError(
      `The file ${file} is not a database of this portal, or its beginning is damaged. It was left as it is.`,
    );
  if (header.readUInt32BE(68) !== APPLICATION_ID) {
    throw new UnusableDataError(`The file ${file} is a SQLite database of another application. It was left as it is.`);
  }
  if (header.readUInt32BE(60) !== FORMAT) {
    throw new UnusableDataError(
      `The file ${file} has format ${header.readUInt32BE(60)}; this version reads format ${FORMAT}. It was left as it is.`,
    );
  }
}

/** A new file appears under its name only when it is whole. */
function create(file: string): void {
  const draft = `${file}.new`;
  rmSync(draft, { force: true });
  const db = new DatabaseSync(draft);
  db.exec(`PRAGMA page_size = 8192; PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${FORMAT};`);
  db.exec(`BEGIN; ${SCHEMA} COMMIT; PRAGMA journal_mode = WAL`);
  db.close();
  renameSync(draft, file);
}

function openLocked(file: string): DatabaseSync {
  const db = new DatabaseSync(file);
  try {
    db.exec(
      'PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; BEGIN IMMEDIATE; COMMIT',
    );
    db.exec('PRAGMA cache_size = -32768; PRAGMA wal_autocheckpoint = 2000; PRAGMA journal_size_limit = 67108864');
    if (statSync(file).size <= QUICK_CHECK_BYTES) {
      const found = db.prepare('PRAGMA quick_check(1)').get()?.quick_check;
      if (found !== 'ok') throw new Error(`database disk image is malformed: ${found}`);
    }
    return db;
  } catch (cause) {
    db.close();
    throw cause;
  }
}

function explain(cause: unknown, file: string, dataDir: string, pidFile: string): UnusableDataError {
  const message = messageOf(cause);
  if (/locked/.test(message)) {
    const holder = existsSync(pidFile) ? readFileSync(pidFile, 'utf8').trim() : 'unknown';
    return new UnusableDataError(`The data directory ${dataDir} is in use by another process (process id ${holder}).`, {
      cause,
    });
  }
  if (/malformed|not a database|corrupt/.test(message)) {
    return new UnusableDataError(`The database file ${file} is damaged (${message}). It was left as it is.`, { cause });
  }
  return new UnusableDataError(`The database file ${file} cannot be opened: ${message}`, { cause });
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

/** Whether a failure came from a disk or a file that has no room. */
export function isDiskFull(cause: unknown): boolean {
  return cause instanceof Error && 'errcode' in cause && (cause.errcode === 13 || cause.errcode === 778);
}
