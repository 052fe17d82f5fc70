import { type BinKind, RETENTION } from '@cytocomm/contract';
import type { Connection, QueryFilter, Types } from 'mongoose';
import type { Logger } from 'pino';
import { type Actor, SYSTEM } from '../audit/actor.ts';
import { type RepeatedJob, repeatedJob } from '../background/repeated-job.ts';
import { type ApiError, conflict, notFound } from '../calls/problem.ts';
import type { Change } from '../changes/change.ts';
import type { Core } from '../core.ts';
import { isDuplicateKey } from '../database/trouble.ts';
import { type BinRecord, binModel } from './model.ts';

/** How a domain takes back, or gives up, what it deleted: in one change with its entry. */
interface Keeper<Row> {
  /** Stores the record again, by whom that is. Throws the database's error when there is one with a key of it. */
  store(record: Row, change: Change, actor: Actor): Promise<void>;
  /** Returns the error when another record has a key of it; 409 by default. */
  duplicateError?(record: Row): ApiError;
  /** Removes what only the record led to; its files when the change is stored. */
  discard?(record: Row, change: Change): Promise<void> | void;
}

/** A deletion. */
interface Deletion<Row> {
  readonly subject: string;
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
   * Takes something back, by default the entry that has the address now. Throws 404 when it is not in the bin, 409 when it cannot return, or
   * when what was deleted at `deletedAt` has the address no more.
   */
  restore(subject: string, actor: Actor, deletedAt?: Date): Promise<void>;
  /** Deletes something for good, by default the entry that has the address now. Throws as `restore` does. */
  remove(subject: string, actor: Actor, deletedAt?: Date): Promise<void>;
  /** Deletes for good what was kept for its time. Returns how many. */
  removeExpired(): Promise<number>;
}

/** The bin as a domain uses it for its kind. */
export interface OwnBin<Row> extends KindOfBin {
  /** Keeps a record, in the change that deletes it. Returns when that was. */
  put(deletion: Deletion<Row>): Promise<Date>;
  /** Returns which of some subjects have an entry, under any address, whose record meets a condition. */
  withRecord(subjects: readonly string[], condition: QueryFilter<BinRecord>): Promise<ReadonlySet<string>>;
  /** Whether something in the bin owns a file. */
  owns(fileId: Types.ObjectId): Promise<boolean>;
}

const KEEP_MS = RETENTION.binDays * 24 * 3600 * 1000;
/** How much one run deletes for good; the rest waits for the next one. */
const MAX_EXPIRED = 500;

/** Creates the bin of one kind of record. `keeper` stores its records again. */
export function createKindOfBin<Row extends { readonly _id: Types.ObjectId }>(
  core: Core,
  kind: BinKind,
  keeper: Keeper<Row>,
): OwnBin<Row> {
  const model = binModel(core.database.connection);
  const { now } = core.database;

  /** Takes an entry out. */
  async function take(subject: string, deletedAt?: Date): Promise<Entry<Row>> {
    const wanted = deletedAt && { deletedAt };
    const entry = await model.findOneAndDelete({ kind, subject, ...wanted }).lean<Entry<Row>>();
    if (entry !== null) return entry;
    if ((await model.exists({ kind, subject })) !== null)
      throw conflict('conflict', 'Something else was deleted from this address since. Look at the bin again.');
    throw notFound('This item is not in the bin. It was restored, or its 30 days are over.');
  }

  return {
    kind,

    put: async ({ subject, ...deletion }) => {
      const deletedAt = now();
      // Another record of the subject, deleted earlier, gets an address of its own.
      const other = await model.findOne({ kind, subject }, { _id: 1 }).lean();
      if (other !== null)
        await model.updateOne({ _id: other._id }, { subject: String(other._id), formerSubject: subject });
      await model.create({ kind, subject, ...deletion, deletedAt, keptUntil: new Date(deletedAt.getTime() + KEEP_MS) });
      return deletedAt;
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
      let duplicateError = conflict('conflict', 'Something else took the place of this.');
      try {
        await core.change(actor, async (change) => {
          const { record, title, formerSubject = subject } = await take(subject, deletedAt);
          duplicateError = keeper.duplicateError?.(record) ?? duplicateError;
          await keeper.store(record, change, actor);
          change.audit(`${kind}.restored`, formerSubject, { title });
        });
      } catch (error) {
        throw isDuplicateKey(error) ? duplicateError : error;
      }
    },

    remove: (subject, actor, deletedAt) =>
      core.change(actor, async (change) => {
        const { record, title, formerSubject = subject } = await take(subject, deletedAt);
        await keeper.discard?.(record, change);
        change.audit('bin.deleted', formerSubject, { kind, title });
      }),

    removeExpired: async () => {
      const isOver = { kind, keptUntil: { $lt: now() } };
      const expired = await model.find(isOver, { _id: 1 }).sort({ keptUntil: 1 }).limit(MAX_EXPIRED).lean();
      let count = 0;
      for (const { _id } of expired) {
        await core.change(SYSTEM, async (change) => {
          // It may have been restored meanwhile.
          const entry = await model.findOneAndDelete({ _id }).lean<Entry<Row>>();
          if (entry === null) return;
          await keeper.discard?.(entry.record, change);
          change.afterCommit(() => {
            count += 1;
          });
        });
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
