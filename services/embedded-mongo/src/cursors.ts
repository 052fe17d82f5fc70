import { randomBytes } from 'node:crypto';
import type { Doc, Value } from './document.ts';
import { docSize } from './encode.ts';
import { MongoError } from './errors.ts';

/** What a batch may weigh at most. */
const BATCH_BYTES = 16 * 1024 * 1024;
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
  /** Of change streams: calls back when there may be something new, and returns how to give up waiting. */
  readonly wait?: (wake: () => void) => () => void;
}

/** Batches of documents that are made as they are asked for. */
export function batchesOf(docs: Iterable<Doc>): BatchSource {
  const iterator = docs[Symbol.iterator]();
  let ahead: IteratorResult<Doc> | undefined;
  return {
    next(size) {
      const batch: Doc[] = [];
      let bytes = 0;
      while (batch.length < size) {
        ahead ??= iterator.next();
        if (ahead.done) break;
        bytes += docSize(ahead.value);
        if (batch.length > 0 && bytes > BATCH_BYTES) break;
        batch.push(ahead.value);
        ahead = undefined;
      }
      if (size > 0) ahead ??= iterator.next();
      return { docs: batch, isLast: ahead?.done === true };
    },
  };
}

/** An open cursor. */
export interface Cursor {
  readonly id: bigint;
  readonly namespace: string;
  readonly source: BatchSource;
  readonly staysOpen: boolean;
  usedAt: number;
  /** Ends a waiting `getMore`, when there is one. */
  stopWaiting: (() => void) | undefined;
}

/** All open cursors. */
export class Cursors {
  readonly #open = new Map<bigint, Cursor>();

  open(namespace: string, source: BatchSource, staysOpen: boolean): Cursor {
    const id = randomBytes(8).readBigUInt64LE() & 0x7fffffffffffffffn || 1n;
    const cursor = { id, namespace, source, staysOpen, usedAt: Date.now(), stopWaiting: undefined };
    this.#open.set(id, cursor);
    return cursor;
  }

  find(id: bigint, namespace: string): Cursor {
    const cursor = this.#open.get(id);
    if (!cursor) throw new MongoError(43, `cursor id ${id} not found`);
    if (cursor.namespace !== namespace) {
      throw new MongoError(
        13,
        `Requested getMore on namespace '${namespace}', but cursor belongs to a different namespace ${cursor.namespace}`,
      );
    }
    cursor.usedAt = Date.now();
    return cursor;
  }

  isOpen(cursor: Cursor): boolean {
    return this.#open.get(cursor.id) === cursor;
  }

  /** Closes a cursor, ending a `getMore` that waits on it; tells whether it was there. */
  close(id: bigint, namespace?: string): boolean {
    const cursor = this.#open.get(id);
    if (!cursor || (namespace !== undefined && cursor.namespace !== namespace)) return false;
    this.#open.delete(id);
    cursor.stopWaiting?.();
    return true;
  }

  /** Closes those that nobody has asked for ten minutes. */
  closeIdle(now: number): void {
    for (const cursor of this.#open.values())
      if (!cursor.staysOpen && now - cursor.usedAt > IDLE_MS) this.close(cursor.id);
  }
}
