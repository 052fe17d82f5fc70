import type { Model } from 'mongoose';
import type { Logger } from 'pino';
import { type AuditHeads, headOf, isGenuine, segmentOfHead } from './head.ts';
import type { AuditRecord } from './model.ts';
import type { SealKeys } from './seal.ts';
import type { SealChain } from './seal-chain.ts';
import type { SealedPlace } from './seal-model.ts';
import { placeOfRow, rowsOf } from './segment.ts';
import { MAJORITY } from './write-concern.ts';

/** A segment whose head has not moved for so long grows no more: its process goes on to another one each day. */
const ENDED_MS = 2 * 24 * 3_600_000;

/** What is sealed, and by what. */
export interface Sealing {
  readonly rows: Model<AuditRecord>;
  readonly heads: AuditHeads;
  readonly seals: SealChain;
  readonly keys: SealKeys;
  readonly now: () => Date;
  readonly log: Logger;
}

/** Returns the place of the newest row of a segment; undefined without rows. */
async function newestOf(rows: Model<AuditRecord>, segment: number): Promise<SealedPlace | undefined> {
  const newest = await rows.findOne(rowsOf(segment), { hash: 1 }).sort({ _id: -1 }).readConcern(MAJORITY).lean();
  const seq = placeOfRow(newest?._id)?.seq;
  return newest === null || seq === undefined ? undefined : { segment, seq, hash: newest.hash };
}

/** Returns a function that seals the ends of all segments that have heads, and of this process's `own`. */
export function createSealing({ rows, heads, seals, keys, now, log }: Sealing) {
  const reported = new Set<number>();

  return async (own: number | undefined): Promise<void> => {
    await seals.catchUp();
    const places: SealedPlace[] = [];
    const ended: number[] = [];
    const stored = await heads.all();
    const segments = new Set([
      ...(own === undefined ? [] : [own]),
      ...stored.flatMap((head) => segmentOfHead(head) ?? []),
    ]);
    for (const segment of segments) {
      const head = stored.find(({ _id }) => _id === headOf(segment));
      const newest = await newestOf(rows, segment);
      const isLost = head !== undefined && head.seq > (newest?.seq ?? 0) && isGenuine(head, keys);
      // The place that the head names is sealed all the same: what was removed is then missed for ever.
      if (isLost) places.push({ segment, seq: head.seq, hash: head.hash });
      else if (newest !== undefined) places.push(newest);
      if (isLost && !reported.has(segment)) {
        reported.add(segment);
        log.error(
          { segment, row: newest?.seq ?? 0, head: head.seq },
          'the audit trail has lost its newest rows: look at `npm run audit`',
        );
      }
      const { movedAt } = head ?? {};
      if (movedAt !== undefined && now().getTime() - movedAt.getTime() > ENDED_MS) ended.push(segment);
    }
    await seals.seal(places, ended);
  };
}
