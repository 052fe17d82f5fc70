import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const APPLICATION_ID = 0x436d4462;
const FORMAT = 1;
/** Up to this size the whole file is looked through at every start; that takes well under 100 ms. */
const CHECKED_BYTES = 32 * 1024 * 1024;

/** The data directory cannot be used; the message is for the person who starts the portal. */
export class UnusableDataError extends Error {
  override readonly name = 'UnusableDataError';
}

/** A data directory that this process alone may use, until `release`. */
export interface DataDirectory {
  /** The SQLite file that holds everything. It is there, it is ours and it is whole. */
  readonly file: string;
  release(): void;
}

/** Takes a data directory, making it and its file when they are not there. A file that is not ours or not whole stays as it is. */
export function takeDataDirectory(path: string, schema: string): DataDirectory {
  const file = join(path, 'database.sqlite');
  const lock = during(`The data directory ${path} cannot be used`, () => lockDirectory(path));
  try {
    if (!existsSync(file)) during(`The database file ${file} cannot be made`, () => create(file, schema));
    checkHeader(
      file,
      during(`The database file ${file} cannot be read`, () => headerOf(file)),
    );
    during(`The database file ${file} is damaged and was left as it is`, () => checkContent(file));
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
    throw new UnusableDataError(`${sentence}: ${cause instanceof Error ? cause.message : cause}`, { cause });
  }
}

/** The lock is one of SQLite's on an empty file: the operating system takes it away when the process ends, in whatever way. */
function lockDirectory(path: string): DatabaseSync {
  const holder = join(path, 'lock.pid');
  mkdirSync(path, { recursive: true });
  const lock = new DatabaseSync(join(path, 'lock'));
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    writeFileSync(holder, `${process.pid}\n`);
    return lock;
  } catch (cause) {
    lock.close();
    const isLocked = cause instanceof Error && /locked/.test(cause.message) && existsSync(holder);
    throw isLocked
      ? new Error(`it is in use by another process (process id ${readFileSync(holder, 'utf8').trim()})`)
      : cause;
  }
}

/** A new file appears under its name only when it is whole. */
function create(file: string, schema: string): void {
  rmSync(`${file}.new`, { force: true });
  const db = new DatabaseSync(`${file}.new`);
  db.exec(`PRAGMA page_size = 8192; PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${FORMAT};`);
  db.exec(`BEGIN; ${schema} COMMIT; PRAGMA journal_mode = WAL`);
  db.close();
  renameSync(`${file}.new`, file);
}

function headerOf(file: string): Buffer {
  const header = Buffer.alloc(100);
  const handle = openSync(file, 'r');
  readSync(handle, header, 0, header.length, 0);
  closeSync(handle);
  return header;
}

function checkHeader(file: string, header: Buffer): void {
  const refuse = (what: string) => new UnusableDataError(`The file ${file} ${what}. It was left as it is.`);
  if (header.toString('latin1', 0, 16) !== 'SQLite format 3\0')
    throw refuse('is not a database of this portal, or its beginning is damaged');
  if (header.readUInt32BE(68) !== APPLICATION_ID) throw refuse('is a SQLite database of another application');
  if (header.readUInt32BE(60) !== FORMAT)
    throw refuse(`has format ${header.readUInt32BE(60)}, and this version reads format ${FORMAT}`);
}

/** Looks through a copy: to open the file itself could already change it, when there is a log of a crash to be worked in. */
function checkContent(file: string): void {
  if (statSync(file).size > CHECKED_BYTES) return;
  const copies = mkdtempSync(join(tmpdir(), 'embedded-mongo-check-'));
  try {
    for (const suffix of ['', '-wal']) {
      if (existsSync(file + suffix))
        copyFileSync(file + suffix, join(copies, `copy${suffix}`), constants.COPYFILE_FICLONE);
    }
    const db = new DatabaseSync(join(copies, 'copy'));
    try {
      const found = db.prepare('PRAGMA quick_check(1)').get()?.quick_check;
      if (found !== 'ok') throw new Error(String(found));
    } finally {
      db.close();
    }
  } finally {
    rmSync(copies, { recursive: true, force: true });
  }
}
