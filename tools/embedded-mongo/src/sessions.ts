import { EventEmitter } from 'node:events';
import { Doc, docIn, textIn } from './bson.ts';
import { fail, MongoError } from './errors.ts';
import { isTruthy, wholeNumber } from './numbers.ts';
import { bytesOf, numberOf, type Storage } from './storage.ts';

const RETRYABLE = 'insert update delete findAndModify findandmodify'.split(' ');
const STATEMENTS = ['find', 'getMore', 'killCursors', 'distinct', 'aggregate', ...RETRYABLE];
const STEPS: Readonly<Record<string, 'commit' | 'abort'>> = { commitTransaction: 'commit', abortTransaction: 'abort' };
const SYSTEM_DATABASES = ['admin', 'config', 'local'];
const SESSION_TIMEOUT_MS = 30 * 60_000;
const MAX_STARTED = 10_000;

/** The session of a command. */
export interface Session {
  readonly id: string;
  /** The number of its transaction, or of a retryable write. */
  readonly number: number;
  /** What it does in its transaction; undefined outside of one. */
  readonly step: 'start' | 'next' | 'commit' | 'abort' | undefined;
  readonly isRetryable: boolean;
  /** What its cursors belong to: the session, or its transaction. */
  readonly owner: string;
}

/** Parses the session of a command. Throws on what no transaction may do. */
export function sessionOf(name: string, body: Doc): Session | undefined {
  const [lsid, txnNumber] = [body.get('lsid'), body.get('txnNumber')];
  const [autocommit, start] = [body.get('autocommit'), body.get('startTransaction')];
  const end = Object.hasOwn(STEPS, name) ? STEPS[name] : undefined;
  if (end && !autocommit) fail(125, `${name} must be run within a transaction`);
  if (autocommit && !txnNumber) fail(72, "'autocommit' field requires a transaction number to also be specified");
  if (start && !autocommit) fail(72, "'startTransaction' field requires 'autocommit' field to also be specified");
  if (isTruthy(autocommit)) fail(72, 'Specifying autocommit=true is not allowed.');
  if (start && !isTruthy(start)) fail(72, 'Specifying startTransaction=false is not allowed.');
  if (txnNumber && !docIn(lsid)) fail(72, 'Transaction number requires a session ID to also be specified');
  const number = txnNumber ? wholeNumber('txnNumber', txnNumber) : 0;
  if (number < 0) fail(72, 'Transaction number cannot be negative');
  const db = textIn(body.get('$db')) ?? '';
  if (autocommit && !end && SYSTEM_DATABASES.includes(db))
    fail(263, `Cannot run command against the '${db}' database in a transaction.`);
  const isAllowed = (autocommit ? STATEMENTS : RETRYABLE).includes(name) || end || !txnNumber;
  if (!isAllowed && autocommit) fail(263, `Cannot run '${name}' in a multi-document transaction.`);
  if (!isAllowed) fail(50768, `${name} is not a retryable write command, and autocommit:false was not provided.`);
  const id = lsid && sessionIdOf(docIn(lsid));
  if (id === undefined) return undefined;
  const step = autocommit && (end ?? (start ? 'start' : 'next'));
  return { id, number, step, isRetryable: !step && !!txnNumber, owner: step ? `${id} ${number}` : id };
}

/** Returns the id of a session. */
export function sessionIdOf(lsid: Doc | undefined): string {
  const id = lsid?.get('id');
  return id?.type === 'binData' && id.value.length === 16
    ? id.value.toString('hex')
    : fail(207, 'lsid.id must be a UUID');
}

/** The sessions. Emits `end` with the id of one that is over, or with a connection that has closed. */
export class Sessions extends EventEmitter<{ end: [session: string | object] }> {
  readonly #storage: Storage;
  /** The newest transaction of each session. */
  readonly #started = new Map<string, number>();

  constructor(storage: Storage) {
    super();
    this.#storage = storage;
  }

  /** Returns what a session did last: a retryable write, which has a reply, or a transaction. */
  last(id: string) {
    const row = this.#storage.get('SELECT number, reply FROM sessions WHERE id = ?', id);
    const [number, started] = [row ? numberOf(row.number) : -1, this.#started.get(id) ?? -1];
    if (started > number) return { number: started, isCommitted: false };
    const reply = row?.reply ? Doc.fromBytes(bytesOf(row.reply)) : undefined;
    return { number, isCommitted: !reply, reply };
  }

  /** Keeps what a session did last, in the transaction that is open. */
  keep({ id, number }: Session, reply?: Doc): void {
    const sql = 'INSERT OR REPLACE INTO sessions (id, number, reply, at) VALUES (?, ?, ?, ?)';
    this.#storage.run(sql, id, number, reply?.bytes ?? null, Date.now());
  }

  /** Notes that a transaction starts, so that it is none to come if it is aborted. */
  start({ id, number }: Session): void {
    if (this.#started.size >= MAX_STARTED) this.#started.clear();
    this.#started.set(id, number);
  }

  /** Runs a retryable write once: if it is repeated it has the same reply, after a crash, too. */
  runOnce(session: Session, run: () => Doc): Doc {
    const last = this.last(session.id);
    if (session.number === last.number && last.reply) return last.reply;
    if (session.number <= last.number) fail(225, `txnNumber ${last.number} has already started on this session`);
    const reply = run();
    this.keep(session, reply);
    return reply;
  }

  /** Returns the error of a statement whose transaction is not open. */
  failureOf({ id, number }: Session): MongoError {
    const last = this.last(id);
    const transaction = `Transaction with { txnNumber: ${number} }`;
    if (number < last.number) return new MongoError(225, `${transaction} is older than ${last.number}`);
    if (number === last.number && last.isCommitted) return new MongoError(256, `${transaction} has been committed.`);
    return new MongoError(251, `${transaction} has been aborted, or is none that is in progress.`);
  }

  /** Forgets sessions that have been idle for half an hour. */
  forgetIdle(now: number): void {
    this.#storage.run('DELETE FROM sessions WHERE at < ?', now - SESSION_TIMEOUT_MS);
  }
}
