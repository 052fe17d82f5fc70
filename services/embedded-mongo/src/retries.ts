import { Doc } from './bson.ts';
import { fail } from './errors.ts';
import { bytesOf, numberOf, type Storage } from './storage.ts';

const KEPT_MS = 30 * 60 * 1000;

/** Retryable writes: one that a client sends again gets its first reply, and is not done twice, not even after a crash. */
export class Retries {
  readonly #storage: Storage;

  constructor(storage: Storage) {
    this.#storage = storage;
  }

  /** Runs a write, or gives the reply that it had. The reply is kept in the transaction of the write. */
  once(body: Doc, run: () => Doc): Doc {
    const [lsid, number] = [body.get('lsid'), body.get('txnNumber')];
    const session = lsid?.type === 'object' ? lsid.value.get('id') : undefined;
    if (number?.type !== 'long' || session?.type !== 'binData') return run();
    const txn = Number(number.value);
    const row = this.#storage.get('SELECT txn, reply FROM retries WHERE session = ?', session.value);
    if (row && numberOf(row.txn) === txn) return Doc.fromBytes(bytesOf(row.reply));
    if (row && numberOf(row.txn) > txn) fail(225, `txnNumber ${txn} is older than ${row.txn}, which has started`);
    const reply = run();
    const sql = 'INSERT OR REPLACE INTO retries (session, txn, reply, at) VALUES (?, ?, ?, ?)';
    this.#storage.run(sql, session.value, txn, reply.bytes, Date.now());
    return reply;
  }

  /** Forgets what no client sends again. */
  forgetOld(now: number): void {
    this.#storage.run('DELETE FROM retries WHERE at < ?', now - KEPT_MS);
  }
}
