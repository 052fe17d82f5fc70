import { type BinKind, RETENTION } from '@cytocomm/contract';
import type { QueryFilter, Types } from 'mongoose';
import type { Core } from '../core.ts';
import { conflict, notFound } from '../http/problem.ts';
import type { Actor } from '../users/service.ts';
import { type BinRecord, binModel } from './model.ts';

/** How a domain takes back, or gives up, what it deleted. */
interface Keeper<Row> {
  /** Stores the record again; stores nothing when it is there already. Throws 409 when something else took its place. */
  restore(record: Row): Promise<void>;
  /** Removes what only the record led to, such as its file, unless the record is there again. */
  discard?(record: Row): Promise<void>;
}

/** What is about to be deleted. */
interface Deletion<Row> {
  readonly subject: string;
  readonly title: string;
  readonly record: Row;
  readonly deletedBy: string;
  readonly fileId?: Types.ObjectId;
}

type Entry<Row> = BinRecord & { readonly record: Row };

/** What the bin holds of one kind. */
export interface KindOfBin {
  readonly kind: BinKind;
  /** Takes something back. Throws 404 when it is not in the bin, 409 when it cannot return or is being worked on. */
  restore(subject: string, actor: Actor): Promise<void>;
  /** Deletes something for good. Throws 404 when it is not in the bin, 409 while it is being restored. */
  remove(subject: string, actor: Actor): Promise<void>;
  /** Deletes for good what was kept for its time. Returns how many. */
  removeExpired(): Promise<number>;
}

/** What a domain does with its part of the bin. */
export interface OwnBin<Row> extends KindOfBin {
  /** Keeps a record. Called before it is deleted, so that a crash in between loses nothing. */
  put(deletion: Deletion<Row>): Promise<void>;
  /** Whether something in the bin owns a file. */
  owns(fileId: Types.ObjectId): Promise<boolean>;
}

const KEEP_MS = RETENTION.binDays * 24 * 3600 * 1000;
/** Longer than a restore takes; after it another process may try. */
const CLAIM_MS = 60_000;
/** How much one run deletes for good; the rest waits for the next one. */
const MAX_EXPIRED = 500;

/** Creates the bin of one kind of record. `keeper` stores its records again. */
export function createKindOfBin<Row>(core: Core, kind: BinKind, keeper: Keeper<Row>): OwnBin<Row> {
  const model = binModel(core.database.connection);
  const { now } = core.database;
  const unknown = () => notFound('There is nothing of this in the bin. It was restored, or its 30 days are over.');

  /** Takes an entry for this process alone, so that nothing is restored and deleted at once; undefined when it cannot. */
  async function tryClaim(subject: string, narrowed: QueryFilter<BinRecord> = {}): Promise<Entry<Row> | undefined> {
    const claimed = await model
      .findOneAndUpdate(
        { kind, subject, ...narrowed, $or: [{ claimedUntil: { $exists: false } }, { claimedUntil: { $lt: now() } }] },
        { $set: { claimedUntil: new Date(now().getTime() + CLAIM_MS) } },
      )
      .lean<Entry<Row>>();
    return claimed ?? undefined;
  }

  async function claim(subject: string): Promise<Entry<Row>> {
    const claimed = await tryClaim(subject);
    if (claimed !== undefined) return claimed;
    if ((await model.exists({ kind, subject })) === null) throw unknown();
    throw conflict('conflict', 'Somebody else is restoring or deleting this right now. Try again in a minute.');
  }

  /** Deletes the entry that was claimed, not one of a deletion that came after. */
  async function drop({ _id, deletedAt }: Entry<Row>): Promise<void> {
    await model.deleteOne({ _id, deletedAt });
  }

  async function release({ _id, deletedAt }: Entry<Row>): Promise<void> {
    await model.updateOne({ _id, deletedAt }, { $unset: { claimedUntil: 1 } });
  }

  async function giveUp(entry: Entry<Row>): Promise<void> {
    await keeper.discard?.(entry.record);
    await drop(entry);
  }

  return {
    kind,

    put: async ({ subject, ...deletion }) => {
      const deletedAt = now();
      const keptUntil = new Date(deletedAt.getTime() + KEEP_MS);
      await model.updateOne(
        { kind, subject },
        { $set: { ...deletion, deletedAt, keptUntil }, $unset: { claimedUntil: 1 } },
        { upsert: true },
      );
    },

    owns: async (fileId) => (await model.exists({ fileId })) !== null,

    restore: async (subject, actor) => {
      const entry = await claim(subject);
      try {
        await keeper.restore(entry.record);
      } catch (error) {
        await release(entry);
        throw error;
      }
      await core.audit.record({ ...actor, action: `${kind}.restored`, subject, detail: { title: entry.title } });
      await drop(entry);
    },

    remove: async (subject, actor) => {
      const entry = await claim(subject);
      await giveUp(entry);
      await core.audit.record({ ...actor, action: 'bin.deleted', subject, detail: { kind, title: entry.title } });
    },

    removeExpired: async () => {
      const expired = await model
        .find({ kind, keptUntil: { $lt: now() } }, { subject: 1 })
        .sort({ keptUntil: 1 })
        .limit(MAX_EXPIRED)
        .lean();
      let count = 0;
      for (const { subject } of expired) {
        // It may have been restored and deleted again meanwhile.
        const entry = await tryClaim(subject, { keptUntil: { $lt: now() } });
        // Somebody restores or deletes it right now; the next run looks again.
        if (entry === undefined) continue;
        await giveUp(entry);
        count += 1;
      }
      return count;
    },
  };
}
