import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite';
import { fail } from './errors.ts';

type Row = Readonly<Record<string, SQLOutputValue>>;

const SCHEMA = `
  CREATE TABLE collections (id INTEGER PRIMARY KEY AUTOINCREMENT, db TEXT, name TEXT, UNIQUE (db, name));
  CREATE TABLE indexes (id INTEGER PRIMARY KEY AUTOINCREMENT, collection INTEGER, spec BLOB, multikey TEXT);
  CREATE TABLE oplog (seq INTEGER PRIMARY KEY, collection INTEGER, rid INTEGER, bytes INTEGER, entry BLOB, body BLOB);
  CREATE INDEX oplog_by_record ON oplog (collection, rid) WHERE rid IS NOT NULL;
`;
const SESSIONS = 'CREATE TABLE IF NOT EXISTS sessions (id TEXT PRIMARY KEY, number INTEGER, reply BLOB, at INTEGER)';

/** Opens the SQLite file, with a cache of its statements. */
function connect(dataDir: string, readOnly: boolean) {
  return { db: new DatabaseSync(fileIn(dataDir), { readOnly }), statements: new Map<string, StatementSync>() };
}

/** The SQLite file, with durable transactions. While a client's transaction is open, all others read what is committed. */
export class Storage {
  /** Whether this transaction has changed collections or indexes. */
  isCatalogChanged = false;
  readonly #dataDir: string;
  readonly #directory: ReturnType<typeof lockDirectory> | undefined;
  readonly #main: ReturnType<typeof connect>;
  readonly #reader: ReturnType<typeof connect>;
  #current: ReturnType<typeof connect>;

  /** Locks the data directory and opens its file; a snapshot reads what is committed now. */
  constructor(dataDir: string, isSnapshot = false) {
    this.#dataDir = dataDir;
    this.#directory = isSnapshot ? undefined : openDataDirectory(dataDir);
    this.#main = this.#current = connect(dataDir, isSnapshot);
    this.#main.db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -32768');
    this.#main.db.exec(`PRAGMA wal_autocheckpoint = 2000; PRAGMA journal_size_limit = 67108864; ${SESSIONS}`);
    this.#reader = connect(dataDir, true);
    if (isSnapshot) this.#main.db.exec('BEGIN; SELECT 1 FROM collections');
  }

  /** Returns what is committed now, for reads until its close. */
  snapshot(): Storage {
    return new Storage(this.#dataDir, true);
  }

  /** Begins a client's transaction, which only what runs `inside` sees. */
  hold(): void {
    this.run('BEGIN IMMEDIATE');
    this.#current = this.#reader;
  }

  /** Runs a part of the client's transaction. */
  inside<T>(run: () => T): T {
    this.#current = this.#main;
    try {
      return run();
    } finally {
      if (this.#main.db.isTransaction) this.#current = this.#reader;
    }
  }

  /** Whether what runs now does not see the transaction that is open. */
  get isOutside(): boolean {
    return this.#current === this.#reader;
  }

  /** Returns a statement, compiled on first use. */
  statement(sql: string): StatementSync {
    const { db, statements } = this.#current;
    const statement = statements.get(sql) ?? db.prepare(sql);
    statements.set(sql, statement);
    return statement;
  }

  /** Returns the first row of a result. */
  get(sql: string, ...values: SQLInputValue[]): Row | undefined {
    return this.statement(sql).get(...values);
  }

  all(sql: string, ...values: SQLInputValue[]): readonly Row[] {
    return this.statement(sql).all(...values);
  }

  /** Runs a statement. Returns the number of the inserted record. */
  run(sql: string, ...values: SQLInputValue[]): number {
    return Number(this.statement(sql).run(...values).lastInsertRowid);
  }

  /** Changes the schema, and drops the cached statements, whose tables may no longer exist. */
  changeSchema(sql: string): void {
    this.isCatalogChanged = true;
    for (const { statements } of [this.#main, this.#reader]) statements.clear();
    this.#main.db.exec(sql);
  }

  commit(): void {
    this.run('COMMIT');
    this.isCatalogChanged = false;
  }

  /** Rolls the transaction back, unless SQLite has already done so. */
  rollback(): void {
    if (this.#main.db.isTransaction) this.#main.db.exec('ROLLBACK');
    this.#current = this.#main;
  }

  /** Returns the size of the disk that holds the file, and how much of it is used, in bytes; what is kept for the system counts as used. */
  disk() {
    const { blocks, bavail, bsize } = fs.statfsSync(this.#dataDir);
    return { size: blocks * bsize, used: (blocks - bavail) * bsize };
  }

  close(): void {
    for (const { statements, db } of [this.#main, this.#reader]) {
      statements.clear();
      db.close();
    }
    this.#directory?.close();
  }
}

/** Returns the bytes of a column. Throws if it has none. */
export function bytesOf(column: unknown): Buffer {
  if (column instanceof Uint8Array) return Buffer.from(column.buffer, column.byteOffset, column.byteLength);
  fail(1, 'the database file holds something else than bytes');
}

/** Returns the number of a column. Throws if it has none. */
export function numberOf(column: unknown): number {
  if (typeof column === 'number') return column;
  fail(1, 'the database file holds something else than a number');
}

const fileIn = (dataDir: string) => join(dataDir, 'database.sqlite');
const APPLICATION_ID = 0x436d4462;
const FORMAT = 1;
/** Files up to this size are checked completely at every start, which takes less than 100 ms. */
const MAX_CHECKED_BYTES = 32 * 1024 * 1024;

/** Locks a data directory, and creates it and its file if they are missing. Leaves foreign and damaged files unchanged. */
function openDataDirectory(path: string) {
  const file = fileIn(path);
  const lock = withContext(`The data directory ${path} cannot be used`, () => lockDirectory(path));
  try {
    withContext(`The database file ${file} cannot be used and was left as it is`, () => {
      if (!fs.existsSync(file)) create(file);
      checkHeader(file);
      if (fs.statSync(file).size <= MAX_CHECKED_BYTES) checkContent(file);
    });
  } catch (cause) {
    lock.close();
    throw cause;
  }
  return lock;
}

function withContext<T>(context: string, run: () => T): T {
  try {
    return run();
  } catch (cause) {
    throw new Error(`${context}: ${cause instanceof Error ? cause.message : cause}`, { cause });
  }
}

/** Locks a directory with a SQLite lock on an empty file, which the operating system releases when the process ends or crashes. */
function lockDirectory(path: string): DatabaseSync {
  fs.mkdirSync(path, { recursive: true, mode: 0o700 });
  fs.chmodSync(path, 0o700);
  const pidFile = join(path, 'lock.pid');
  const lock = new DatabaseSync(join(path, 'lock'));
  try {
    lock.exec('PRAGMA journal_mode = OFF; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (cause) {
    lock.close();
    const isLocked = cause instanceof Error && /locked/.test(cause.message) && fs.existsSync(pidFile);
    if (!isLocked) throw cause;
    throw new Error(`it is in use by another process (process id ${fs.readFileSync(pidFile, 'utf8').trim()})`);
  }
  fs.writeFileSync(pidFile, `${process.pid}\n`);
  return lock;
}

/** Creates the file under another name and renames it when it is complete. */
function create(file: string): void {
  const draft = `${file}.new`;
  fs.rmSync(draft, { force: true });
  const db = new DatabaseSync(draft);
  db.exec(`PRAGMA page_size = 8192; PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${FORMAT}`);
  db.exec(`BEGIN; ${SCHEMA} COMMIT; PRAGMA journal_mode = WAL`);
  db.close();
  fs.renameSync(draft, file);
}

function checkHeader(file: string): void {
  const header = Buffer.alloc(100);
  const handle = fs.openSync(file, 'r');
  fs.readSync(handle, header);
  fs.closeSync(handle);
  const [application, format] = [header.readUInt32BE(68), header.readUInt32BE(60)];
  const isSqlite = header.toString('latin1').startsWith('SQLite format 3\0');
  if (!isSqlite) throw new Error('it is not a database of this portal, or its beginning is damaged');
  if (application !== APPLICATION_ID) throw new Error('it is a SQLite database of another application');
  if (format !== FORMAT) throw new Error(`it has format ${format}, and this version reads format ${FORMAT}`);
}

/** Checks a copy, because opening the file after a crash would already change it. */
function checkContent(file: string): void {
  const directory = fs.mkdtempSync(join(tmpdir(), 'embedded-mongo-check-'));
  try {
    const copy = join(directory, 'copy');
    for (const suffix of ['', '-wal']) if (fs.existsSync(file + suffix)) fs.copyFileSync(file + suffix, copy + suffix);
    const db = new DatabaseSync(copy);
    const result = withContext('it is damaged', () => db.prepare('PRAGMA quick_check(1)').get()?.quick_check);
    db.close();
    if (result !== 'ok') throw new Error(`it is damaged: ${result}`);
  } finally {
    fs.rmSync(directory, { recursive: true, force: true });
  }
}
