import { bson, docOf } from './build.ts';
import type { Batch, BatchSource } from './cursors.ts';
import type { Doc } from './document.ts';
import type { Engine } from './request.ts';

/** How many documents come with the first reply when nobody says. */
export const FIRST_BATCH = 101;

/** The reply to a command that opens a cursor: the first batch, and the cursor's number unless that was all. */
export function firstReply(
  engine: Engine,
  namespace: string,
  source: BatchSource,
  options: { size?: number | undefined; isSingle?: boolean; staysOpen?: boolean },
): Doc {
  const batch = source.next(options.size ?? FIRST_BATCH);
  const isOver = batch.isLast || options.isSingle === true;
  const id = isOver ? 0n : engine.cursors.open(namespace, source, options.staysOpen === true).id;
  return cursorReply(namespace, id, 'firstBatch', batch);
}

/** A reply with a batch in it. */
export function cursorReply(namespace: string, id: bigint, field: 'firstBatch' | 'nextBatch', batch: Batch): Doc {
  const token = batch.resumeToken && bson(batch.resumeToken);
  return docOf({ cursor: docOf({ [field]: batch.docs, id, ns: namespace, postBatchResumeToken: token }), ok: OK });
}

/** The `ok: 1` of every good reply. */
export const OK = bson({ type: 'double', value: 1 });
