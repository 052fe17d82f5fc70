import { Doc } from './document.ts';
import { encodeDoc } from './encode.ts';
import { MongoError } from './errors.ts';
import type { Request } from './request.ts';
import { bytesOf, numberOf, type Storage } from './storage.ts';

const KEPT_MS = 30 * 60 * 1000;

/** Retryable writes: a write that a client sends again gets the reply of the first time, and is not done twice, not even after a crash. */
export class Retries {
  readonly #storage: Storage;

  constructor(storage: Storage) {
    this.#storage = storage;
  }

  /** Runs a write, or gives the reply that it had. The reply is kept in the transaction of the write. */
  once(request: Request, run: () => Doc): Doc {
    const lsid = request.body.get('lsid');
    const number = request.body.get('txnNumber');
    if (number === undefined) return run();
    const session = lsid?.type === 'object' ? lsid.value.get('id') : undefined;
    if (number.type !== 'long' || session?.type !== 'binData')
      throw new MongoError(72, 'Transaction number requires a session ID to also be specified');
    const row = this.#storage.statement('SELECT txn, reply FROM retries WHERE session = ?').get(session.value);
    const txn = Number(number.value);
    if (row && numberOf(row.txn) === txn) return Doc.fromBytes(bytesOf(row.reply));
    if (row && numberOf(row.txn) > txn)
      throw new MongoError(
        225,
        `Retryable write with txnNumber ${txn} is prohibited on session because a newer retryable write with txnNumber ${row.txn} has already started on this session.`,
      );
    const reply = run();
    this.#storage.run(
      'INSERT OR REPLACE INTO retries (session, txn, reply, at) VALUES (?, ?, ?, ?)',
      session.value,
      txn,
      encodeDoc(reply),
      Date.now(),
    );
    return reply;
  }

  /** Forgets what no client sends again. */
  forgetOld(now: number): void {
    this.#storage.run('DELETE FROM retries WHERE at < ?', now - KEPT_MS);
  }
}
