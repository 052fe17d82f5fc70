import { randomBytes } from 'node:crypto';
import { type Doc, docOf, OK, type Value } from './bson.ts';
import { fail } from './errors.ts';

/** A batch ends with the document that reaches this. */
const MAX_BATCH_BYTES = 12 * 1024 * 1024;
/** The default number of documents in the first batch, as in MongoDB. */
const FIRST_BATCH_SIZE = 101;
const IDLE_TIMEOUT_MS = 10 * 60 * 1000;

/** One batch of a cursor. Those of change streams have a resume token. */
export interface Batch {
  readonly docs: readonly Doc[];
  readonly isLast: boolean;
  readonly resumeToken?: Value;
}

/** The source of a cursor's batches. */
export interface BatchSource {
  next(size: number): Batch;
  /** Change streams only: resolves when there may be new events, or on the signal. */
  wait?(signal: AbortSignal): Promise<unknown>;
}

/** Returns a source that reads documents as they are needed. */
export function batchesOf(docs: Iterable<Doc>): BatchSource {
  const iterator = docs[Symbol.iterator]();
  const next = (size: number) => {
    const batch: Doc[] = [];
    for (let bytes = 0; batch.length < size && bytes < MAX_BATCH_BYTES; ) {
      const { done, value } = iterator.next();
      if (done) return { docs: batch, isLast: true };
      batch.push(value);
      bytes += value.bytes.length;
    }
    return { docs: batch, isLast: false };
  };
  return { next };
}

/** An open cursor. */
export interface Cursor {
  readonly id: bigint;
  readonly namespace: string;
  /** The session or transaction that opened it. */
  readonly owner: string | undefined;
  readonly source: BatchSource;
  readonly closed: AbortController;
  usedAt: number;
}

type Owned = Pick<Cursor, 'namespace' | 'owner'>;

/** All open cursors. */
export class Cursors {
  readonly #open = new Map<bigint, Cursor>();

  /** Opens a cursor. Returns the reply with the first batch; the cursor's id is 0 if that batch is the last. */
  open({ namespace, owner }: Owned, source: BatchSource, size = FIRST_BATCH_SIZE, isSingle = false): Doc {
    const batch = source.next(size);
    if (batch.isLast || isSingle) return cursorReply(namespace, 0n, 'firstBatch', batch);
    const id = (randomBytes(8).readBigUInt64LE() & 0x7fffffffffffffffn) | 1n;
    this.#open.set(id, { id, namespace, owner, source, closed: new AbortController(), usedAt: Date.now() });
    return cursorReply(namespace, id, 'firstBatch', batch);
  }

  find(id: bigint, { namespace, owner }: Owned): Cursor {
    const cursor = this.#open.get(id) ?? fail(43, `cursor id ${id} not found`);
    if (cursor.namespace !== namespace) fail(13, `cursor id ${id} belongs to the namespace ${cursor.namespace}`);
    if (cursor.owner !== owner) fail(50738, `cursor id ${id} was created in another session or transaction`);
    cursor.usedAt = Date.now();
    return cursor;
  }

  /** Closes the cursors of a session or transaction. */
  closeOf(owner: string): void {
    for (const cursor of this.#open.values()) if (cursor.owner === owner) this.close(cursor.id);
  }

  /** Closes a cursor and ends a waiting `getMore`. Returns whether the cursor existed. */
  close(id: bigint): boolean {
    this.#open.get(id)?.closed.abort();
    return this.#open.delete(id);
  }

  /** Closes cursors that have been idle for ten minutes. */
  closeIdle(now: number): void {
    for (const { id, usedAt } of this.#open.values()) if (now - usedAt > IDLE_TIMEOUT_MS) this.close(id);
  }
}

/** Returns a reply with a batch. */
export function cursorReply(ns: string, id: bigint, field: 'firstBatch' | 'nextBatch', batch: Batch): Doc {
  return docOf({ cursor: docOf({ [field]: batch.docs, id, ns, postBatchResumeToken: batch.resumeToken }), ok: OK });
}
