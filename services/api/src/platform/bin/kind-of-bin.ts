import { type BinKind, RETENTION } from '@cytocomm/contract';
import type { Connection, QueryFilter, Types } from 'mongoose';
import type { Logger } from 'pino';
import type { Actor } from '../audit/actor.ts';
import { type RepeatedJob, repeatedJob } from '../background/repeated-job.ts';
import { conflict, notFound, serviceUnavailable } from '../calls/problem.ts';
import type { Core } from '../core.ts';
import { isDatabaseAway, isDuplicateKey } from '../database/trouble.ts';
import { type BinRecord, binModel } from './model.ts';

/** How long a hidden record stays whose deletion broke off before it was gone, in seconds; the bin has it. */
export const INTERRUPTED_DELETION_TTL_S = 3600;

/** How a domain takes back, or gives up, what it deleted. */
interface Keeper<Row> {
  /** Stores the record again, by whom that is. Throws the database's error when there is one with a key of it. */
  store(record: Row, actor: Actor): Promise<void>;
  /**
   * Shows a record again that is still there, under another version, so that the deletion that put it into the bin does not go
   * on. Returns whether it is there. Throws 409 when something else took its place.
   */
  show(record: Row, actor: Actor): Promise<boolean>;
  /** Removes what only the record led to, such as its file, unless the record is there again. */
  discard?(record: Row): Promise<void>;
}

/** A pending deletion. */
interface Deletion<Row> {
  readonly subject: string;
  /** By the database's clock, right before the record was read. */
  readonly readAt: Date;
  readonly title: string;
  readonly record: Row;
  readonly deletedBy: string;
  readonly fileId?: Types.ObjectId;
}

type Entry<Row> = BinRecord & { readonly record: Row };

/** The bin's entries of one kind. */
export interface KindOfBin {
  readonly kind: BinKind;
  /**
   * Takes something back, by default the entry that has the address now. Throws 404 when it is not in the bin, 409 when it cannot return or
   * is being worked on, or when what was deleted at `deletedAt` has the address no more.
   */
  restore(subject: string, actor: Actor, deletedAt?: Date): Promise<void>;
  /**
   * Deletes something for good, by default the entry that has the address now. Throws 404 when it is not in the bin, 409 while it is being
   * restored, or when what was deleted at `deletedAt` has the address no more.
   */
  remove(subject: string, actor: Actor, deletedAt?: Date): Promise<void>;
  /** Deletes for good what was kept for its time; logs what it cannot delete, puts it off, and goes on. Returns how many. */
  removeExpired(): Promise<number>;
}

/** The bin as a domain uses it for its kind. */
export interface OwnBin<Row> extends KindOfBin {
  /**
   * Keeps a record. Called before it is deleted, so that a crash in between loses nothing. Returns when that was; undefined when
   * somebody else put it there since it was read, maybe as it was later: read it again.
   */
  put(deletion: Deletion<Row>): Promise<Date | undefined>;
  /** Forgets what was put into it at a time, since it was not deleted after all. */
  takeOut(subject: string, deletedAt: Date): Promise<void>;
  /** Returns which of some subjects have an entry, under any address, whose record meets a condition. */
  withRecord(subjects: readonly string[], condition: QueryFilter<BinRecord>): Promise<ReadonlySet<string>>;
  /** Whether something in the bin owns a file. */
  owns(fileId: Types.ObjectId): Promise<boolean>;
}

const KEEP_MS = RETENTION.binDays * 24 * 3600 * 1000;
/** Longer than a restore takes; after it another process may try. */
const CLAIM_MS = 60_000;
/** How much one run tries to delete for good; the rest waits for the next one. */
const MAX_EXPIRED = 500;
/** The first pause before a failed final deletion is tried again; it doubles up to MAX_PAUSE_MS. */
const FIRST_PAUSE_MS = 2 * 3600 * 1000;
const MAX_PAUSE_MS = 7 * 24 * 3600 * 1000;
/** How far the clocks of processes may be apart: an entry that is later still was written before the database's clock was set back. */
const CLOCKS_APART_MS = 60_000;
/** How often something is tried again because somebody else was faster. */
const MAX_ATTEMPTS = 5;

/** Creates the bin of one kind of record. `keeper` stores its records again. */
export function createKindOfBin<Row extends { readonly _id: Types.ObjectId }>(
  core: Core,
  kind: BinKind,
  keeper: Keeper<Row>,
): OwnBin<Row> {
  const model = binModel(core.database.connection);
  const { now } = core.database;
  const unknown = () => notFound('This item is not in the bin. It was restored, or its 30 days are over.');

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

  async function claim(subject: string, deletedAt?: Date): Promise<Entry<Row>> {
    const wanted = deletedAt && { deletedAt };
    const claimed = await tryClaim(subject, wanted);
    if (claimed !== undefined) return claimed;
    if ((await model.exists({ kind, subject })) === null) throw unknown();
    if ((await model.exists({ kind, subject, ...wanted })) === null)
      throw conflict('conflict', 'Something else was deleted from this address since. Look at the bin again.');
    throw conflict('conflict', 'Somebody else is restoring or deleting this right now. Try again in a minute.');
  }

  /** Deletes the entry that was claimed, not one of a deletion that came after. */
  async function drop({ _id, deletedAt }: Entry<Row>): Promise<void> {
    await model.deleteOne({ _id, deletedAt });
  }

  async function release({ _id, deletedAt }: Entry<Row>): Promise<void> {
    await model.updateOne({ _id, deletedAt }, { $unset: { claimedUntil: 1 } });
  }

  async function bringBack(record: Row, actor: Actor): Promise<void> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      try {
        await keeper.store(record, actor);
        return;
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        // False for a deletion that went on meanwhile: now there is room for it.
        if (await keeper.show(record, actor)) return;
      }
    }
    throw conflict('conflict', 'Something else took the place of this, or it is being deleted right now.');
  }

  /** Puts another record of a subject, deleted earlier, under an address of its own. */
  async function moveAside(subject: string, { _id }: Row): Promise<void> {
    const other = await model.findOne({ kind, subject, 'record._id': { $ne: _id } }, { _id: 1 }).lean();
    if (other === null) return;
    const aside = { subject: String(other._id), formerSubject: subject };
    await model.updateOne({ _id: other._id, subject }, { $set: aside });
  }

  /** Puts an entry that cannot be deleted off until later. Returns until when. */
  async function putOff({ _id, deletedAt, tries = 0 }: Pick<Entry<Row>, '_id' | 'deletedAt' | 'tries'>): Promise<Date> {
    const retryAt = new Date(now().getTime() + Math.min(FIRST_PAUSE_MS * 2 ** tries, MAX_PAUSE_MS));
    await model.updateOne({ _id, deletedAt }, { $set: { tries: tries + 1, retryAt }, $unset: { claimedUntil: 1 } });
    return retryAt;
  }

  async function giveUp(entry: Entry<Row>): Promise<void> {
    await keeper.discard?.(entry.record);
    await drop(entry);
  }

  return {
    kind,

    put: async ({ subject, readAt, ...deletion }) => {
      const deletedAt = now();
      const keptUntil = new Date(deletedAt.getTime() + KEEP_MS);
      const { _id } = deletion.record;
      let replaced: Date | { readonly $lt: Date } = { $lt: readAt };
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
        await moveAside(subject, deletion.record);
        try {
          await model.updateOne(
            { kind, subject, 'record._id': _id, deletedAt: replaced },
            { $set: { ...deletion, deletedAt, keptUntil }, $unset: { claimedUntil: 1, tries: 1, retryAt: 1 } },
            { upsert: true },
          );
          return deletedAt;
        } catch (error) {
          if (!isDuplicateKey(error)) throw error;
          const entry = await model.findOne({ kind, subject, 'record._id': _id }, { deletedAt: 1 }).lean();
          // Another record of the subject was deleted in between.
          if (entry === null) continue;
          // By the time of now, not of `deletedAt`: since then another deletion may have come.
          if (entry.deletedAt.getTime() <= now().getTime() + CLOCKS_APART_MS) return undefined;
          replaced = entry.deletedAt;
        }
      }
      throw serviceUnavailable('Somebody else is deleting this. Try again.');
    },

    takeOut: async (subject, deletedAt) => {
      await model.deleteOne({ kind, subject, deletedAt });
    },

    withRecord: async (subjects, condition) => {
      const some = { $in: [...subjects] };
      const found = await model
        .find(
          { kind, $or: [{ subject: some }, { formerSubject: some }], ...condition },
          { subject: 1, formerSubject: 1 },
        )
        .lean<Pick<BinRecord, 'subject' | 'formerSubject'>[]>();
      return new Set(found.map(({ subject, formerSubject = subject }) => formerSubject));
    },

    owns: async (fileId) =>
      (await model.exists({ fileId })) !== null || (await model.exists({ 'record.versions.fileId': fileId })) !== null,

    restore: async (subject, actor, deletedAt) => {
      const entry = await claim(subject, deletedAt);
      try {
        await bringBack(entry.record, actor);
      } catch (error) {
        await release(entry);
        throw error;
      }
      const { title, formerSubject = subject } = entry;
      await core.audit.record({ ...actor, action: `${kind}.restored`, subject: formerSubject, detail: { title } });
      await drop(entry);
    },

    remove: async (subject, actor, deletedAt) => {
      const entry = await claim(subject, deletedAt);
      await giveUp(entry);
      const { title, formerSubject = subject } = entry;
      await core.audit.record({ ...actor, action: 'bin.deleted', subject: formerSubject, detail: { kind, title } });
    },

    removeExpired: async () => {
      const isDue = { $or: [{ retryAt: { $exists: false } }, { retryAt: { $lte: now() } }] };
      const expired = model
        .find({ kind, keptUntil: { $lt: now() }, ...isDue }, { subject: 1, deletedAt: 1, tries: 1, 'record._id': 1 })
        .sort({ keptUntil: 1 })
        .limit(MAX_EXPIRED)
        .lean<Pick<Entry<Row>, '_id' | 'subject' | 'deletedAt' | 'tries' | 'record'>[]>()
        .cursor({ batchSize: MAX_EXPIRED });
      let count = 0;
      for await (const due of expired) {
        const { subject, record } = due;
        try {
          // It may have been restored and deleted again meanwhile.
          const entry = await tryClaim(subject, { keptUntil: { $lt: now() } });
          // Somebody restores or deletes it right now; the next run looks again.
          if (entry === undefined) continue;
          await giveUp(entry);
          count += 1;
        } catch (error) {
          if (isDatabaseAway(error)) throw error;
          // What is behind it must not wait for it, now and in the next runs.
          const retryAt = await putOff(due);
          core.log.error(
            { err: error, kind, id: String(record._id), tries: (due.tries ?? 0) + 1, retryAt },
            'what is in the bin could not be deleted for good',
          );
        }
      }
      return count;
    },
  };
}

const EMPTY_MS = 3600 * 1000;

/** Returns the job that deletes for good what was in the bin for its time. */
export function binUpkeep(bins: readonly KindOfBin[], log: Logger): RepeatedJob {
  return repeatedJob(
    {
      name: 'delete for good what was in the bin for its time',
      everyMs: EMPTY_MS,
      run: async () => {
        for (const bin of bins) {
          const count = await bin.removeExpired();
          if (count > 0) log.info({ kind: bin.kind, count }, 'deleted for good what was in the bin for its time');
        }
      },
    },
    log,
  );
}

/** Whether a record of this kind in the bin has one of these fields. Reads all of the kind: for work in the background. */
export async function isInBin(
  connection: Connection,
  kind: BinKind,
  fields: readonly Readonly<Record<`record.${string}`, string>>[],
): Promise<boolean> {
  return (await binModel(connection).exists({ kind, $or: [...fields] })) !== null;
}
