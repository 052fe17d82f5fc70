import { randomBytes } from 'node:crypto';
import { type Doc, docOf, type Value } from './bson.ts';
import { fail } from './errors.ts';
import { OK } from './request.ts';

/** A batch of so many bytes is full, and so many documents come with the first reply when nobody says. */
const BATCH_BYTES = 12 * 1024 * 1024;
const FIRST_BATCH = 101;
const IDLE_MS = 10 * 60 * 1000;

/** One batch of a cursor; with a resume token when it is one of a change stream. */
export interface Batch {
  readonly docs: readonly Doc[];
  readonly isLast: boolean;
  readonly resumeToken?: Value;
}

/** Where a cursor takes its batches from. */
export interface BatchSource {
  next(size: number): Batch;
  /** Of change streams: resolves when there may be something new, or when the signal says so. */
  wait?(signal: AbortSignal): Promise<unknown>;
}

/** Batches of documents that are made as they are asked for. */
export function batchesOf(docs: Iterable<Doc>): BatchSource {
  const iterator = docs[Symbol.iterator]();
  const next = (size: number) => {
    const batch: Doc[] = [];
    for (let bytes = 0; batch.length < size && bytes < BATCH_BYTES; ) {
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
  readonly source: BatchSource;
  readonly closed: AbortController;
  usedAt: number;
}

/** All open cursors. */
export class Cursors {
  readonly #open = new Map<bigint, Cursor>();

  /** The reply to a command that opens a cursor: the first batch, and the cursor's number unless that was all. */
  open(namespace: string, source: BatchSource, size = FIRST_BATCH, isSingle = false): Doc {
    const batch = source.next(size);
    if (batch.isLast || isSingle) return cursorReply(namespace, 0n, 'firstBatch', batch);
    const id = (randomBytes(8).readBigUInt64LE() & 0x7fffffffffffffffn) | 1n;
    this.#open.set(id, { id, namespace, source, closed: new AbortController(), usedAt: Date.now() });
    return cursorReply(namespace, id, 'firstBatch', batch);
  }

  find(id: bigint, namespace: string): Cursor {
    const cursor = this.#open.get(id) ?? fail(43, `cursor id ${id} not found`);
    if (cursor.namespace !== namespace) fail(13, `cursor id ${id} belongs to the namespace ${cursor.namespace}`);
    cursor.usedAt = Date.now();
    return cursor;
  }

  /** Closes a cursor, ending a `getMore` that waits on it; tells whether it was there. */
  close(id: bigint): boolean {
    this.#open.get(id)?.closed.abort();
    return this.#open.delete(id);
  }

  /** Closes those that nobody has asked for ten minutes. */
  closeIdle(now: number): void {
    for (const { id, usedAt } of this.#open.values()) if (now - usedAt > IDLE_MS) this.close(id);
  }
}

/** A reply with a batch in it. */
export function cursorReply(ns: string, id: bigint, field: 'firstBatch' | 'nextBatch', batch: Batch): Doc {
  return docOf({ cursor: docOf({ [field]: batch.docs, id, ns, postBatchResumeToken: batch.resumeToken }), ok: OK });
}
