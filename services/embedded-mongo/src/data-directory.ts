import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const APPLICATION_ID = 0x436d4462;
const FORMAT = 1;
/** Up to this size the whole file is looked through at every start; that takes well under 100 ms. */
const CHECKED_BYTES = 32 * 1024 * 1024;

/** A data directory that this process alone may use, until `release`. Its file is there, it is ours and it is whole. */
export interface DataDirectory {
  readonly file: string;
  release(): void;
}

/** Takes a data directory, making it and its file when they are not there. A file that is not ours or not whole stays as it is. */
export function takeDataDirectory(path: string, schema: string): DataDirectory {
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
  fs.mkdirSync(path, { recursive: true });
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
