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

/** The SQLite file: durable transactions, and statements that are compiled once. */
export class Storage {
  /** Whether this transaction has changed which collections and indexes there are, or what they are. */
  isCatalogChanged = false;
  readonly #directory: ReturnType<typeof takeDataDirectory>;
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

const APPLICATION_ID = 0x436d4462;
const FORMAT = 1;
/** Up to this size the whole file is looked through at every start; that takes well under 100 ms. */
const CHECKED_BYTES = 32 * 1024 * 1024;

/** Takes a data directory for this process alone, making it and its file where they are not there; what is not ours or not whole stays. */
function takeDataDirectory(path: string, schema: string) {
  const file = join(path, 'database.sqlite');
  const lock = during(`The data directory ${path} cannot be used`, () => lockDirectory(path));
  try {
    during(`The database file ${file} cannot be used and was left as it is`, () => {
      if (!fs.existsSync(file)) create(file, schema);
      checkHeader(file);
      if (fs.statSync(file).size <= CHECKED_BYTES) checkContent(file);
    });
  } catch (cause) {
    lock.close();
    throw cause;
  }
  return { file, release: () => lock.close() };
}

function during<T>(sentence: string, run: () => T): T {
  try {
    return run();
  } catch (cause) {
    throw new Error(`${sentence}: ${cause instanceof Error ? cause.message : cause}`, { cause });
  }
}

/** The lock is one of SQLite's on an empty file: the operating system takes it away when the process ends, in whatever way. */
function lockDirectory(path: string): DatabaseSync {
  fs.mkdirSync(path, { recursive: true, mode: 0o700 });
  fs.chmodSync(path, 0o700);
  const holder = join(path, 'lock.pid');
  const lock = new DatabaseSync(join(path, 'lock'));
  try {
    lock.exec('PRAGMA journal_mode = OFF; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (cause) {
    lock.close();
    const isLocked = cause instanceof Error && /locked/.test(cause.message) && fs.existsSync(holder);
    if (!isLocked) throw cause;
    throw new Error(`it is in use by another process (process id ${fs.readFileSync(holder, 'utf8').trim()})`);
  }
  fs.writeFileSync(holder, `${process.pid}\n`);
  return lock;
}

/** A new file appears under its name only when it is whole. */
function create(file: string, schema: string): void {
  const draft = `${file}.new`;
  fs.rmSync(draft, { force: true });
  const db = new DatabaseSync(draft);
  db.exec(`PRAGMA page_size = 8192; PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${FORMAT}`);
  db.exec(`BEGIN; ${schema} COMMIT; PRAGMA journal_mode = WAL`);
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

/** Looks through a copy: to open the file itself could already change it, when there is a log of a crash to be worked in. */
function checkContent(file: string): void {
  const copies = fs.mkdtempSync(join(tmpdir(), 'embedded-mongo-check-'));
  try {
    const copy = join(copies, 'copy');
    for (const end of ['', '-wal']) if (fs.existsSync(file + end)) fs.copyFileSync(file + end, copy + end);
    const db = new DatabaseSync(copy);
    const found = during('it is damaged', () => db.prepare('PRAGMA quick_check(1)').get()?.quick_check);
    db.close();
    if (found !== 'ok') throw new Error(`it is damaged: ${found}`);
  } finally {
    fs.rmSync(copies, { recursive: true, force: true });
  }
}
