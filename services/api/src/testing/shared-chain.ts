import type { Connection } from 'mongoose';
import { GENESIS } from '../audit/chain.ts';
import { headModel, headOf, sealedHead } from '../audit/head.ts';
import { type AuditRecord, auditModel } from '../audit/model.ts';
import type { AuditNote } from '../audit/note.ts';
import { type Place, type SealKeys, sealOf } from '../audit/seal.ts';
import { SHARED_CHAIN } from '../audit/segment.ts';
import { isDuplicateKey } from '../database/duplicate-key.ts';

/** The trail as a process of an earlier release appends to it: one chain for all processes. */
export interface SharedChain {
  record(note: AuditNote): Promise<void>;
  /** Resolves when all rows are stored, and the head has followed. */
  settle(): Promise<void>;
}

/** Creates what a process of an earlier release appends with: as it read the end, and as it advanced the head. */
export function createSharedChain(connection: Connection, keys: SealKeys): SharedChain {
  const rows = auditModel(connection);
  const heads = headModel(connection);
  const [key] = keys;
  const name = headOf(SHARED_CHAIN);
  let end: Place | undefined;
  let last: Promise<void> = Promise.resolve();
  let behind: Place | undefined;
  let advancing: Promise<void> | undefined;

  async function readEnd(): Promise<Place> {
    const stored = await heads.findById(name).lean();
    const newest = await rows.findOne().sort({ _id: -1 }).lean();
    const place = newest === null ? { seq: 0, hash: GENESIS } : { seq: newest._id, hash: newest.hash };
    if (stored === null) {
      const { _id, ...head } = sealedHead(name, place, key);
      await heads.updateOne({ _id }, { $setOnInsert: head }, { upsert: true });
      return place;
    }
    return stored.seq <= place.seq ? place : { seq: stored.seq, hash: stored.hash };
  }

  function follow(place: Place): void {
    behind = place;
    advancing ??= (async () => {
      while (behind !== undefined) {
        const { _id, ...head } = sealedHead(name, behind, key);
        behind = undefined;
        await heads.updateOne({ _id, seq: { $lt: head.seq } }, { $set: head });
      }
      advancing = undefined;
    })();
  }

  async function append(note: AuditNote): Promise<void> {
    for (;;) {
      end ??= await readEnd();
      const unsealed = {
        _id: end.seq + 1,
        at: new Date(),
        action: note.action,
        actor: note.actor,
        subject: note.subject,
        from: note.from ?? '',
        userAgent: note.userAgent ?? '',
        detail: { ...note.detail },
        previousHash: end.hash,
        key: key.id,
      };
      const row: AuditRecord = { ...unsealed, hash: sealOf(unsealed, key) };
      try {
        await rows.insertMany([row], { ordered: true });
        end = { seq: row._id, hash: row.hash };
        follow(end);
        return;
      } catch (error) {
        end = undefined;
        if (!isDuplicateKey(error)) throw error;
      }
    }
  }

  return {
    record: (note) => {
      const appended = last.then(() => append(note));
      last = appended.catch(() => undefined);
      return appended;
    },
    settle: async () => {
      await last;
      await advancing;
    },
  };
}
