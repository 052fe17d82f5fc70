import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import type { mongo } from 'mongoose';
import { z } from 'zod';

/** The collection with the record of the last restore, which is in no backup and stays where a database is replaced. */
export const RESTORES = 'restores';
const ID = 'last';

const markSchema = z.object({
  run: z.string(),
  /** Without its folder. */
  file: z.string(),
  begunAt: z.date(),
  endedAt: z.date().optional(),
});

/** The last restore into a database. Without `endedAt` it is under way, or was broken off, and half of the records are there. */
export type RestoreMark = z.output<typeof markSchema>;

type Records = Pick<mongo.Db, 'collection' | 'databaseName'>;
type StoredMark = RestoreMark & { readonly _id: string };

/** A database is not to be used for a restore into it; the message says what to do. */
export class RestoreRefusal extends Error {
  override readonly name = 'RestoreRefusal';
  /** `restoring`: a restore has not ended. `restored`: one began while this process used the database. */
  readonly state: 'restoring' | 'restored';

  constructor(state: RestoreRefusal['state'], message: string) {
    super(message);
    this.state = state;
  }
}

/** Returns the last restore into a database; undefined where there was none. */
export async function lastRestore(
  db: Pick<mongo.Db, 'collection'>,
  options: mongo.FindOptions = {},
): Promise<RestoreMark | undefined> {
  const record = await db.collection<StoredMark>(RESTORES).findOne({ _id: ID }, options);
  return record === null ? undefined : markSchema.parse(record);
}

/** Returns what is said of a restore that has not ended. */
export function unendedRestore({ file, begunAt }: RestoreMark): string {
  return `A restore of ${file} into this database began at ${begunAt.toISOString()} and has not ended: half of it may be there.`;
}

/** Throws RestoreRefusal for a restore that has not ended. */
export function assertEnded(mark: RestoreMark | undefined, database: string): void {
  if (mark === undefined || mark.endedAt !== undefined) return;
  const way = `Wait for it, or, if it was broken off, run it again with "--replace ${database}".`;
  throw new RestoreRefusal('restoring', `${unendedRestore(mark)} ${way}`);
}

/** Returns the last restore. Throws RestoreRefusal for one that has not ended. */
export async function assertRestored(db: Records): Promise<RestoreMark | undefined> {
  const mark = await lastRestore(db);
  assertEnded(mark, db.databaseName);
  return mark;
}

/** A restore that is under way. */
export interface MarkedRestore {
  /** Throws RestoreRefusal when another one has begun since. */
  assertOwn(): Promise<void>;
  /** Marks that all is there. Throws RestoreRefusal when another one has begun since. */
  end(): Promise<void>;
  /** Puts the mark back that was there before, for a restore that has touched nothing. */
  withdraw(): Promise<void>;
}

/** Marks that a restore begins, before it touches anything. */
export async function markRestore(db: Records, file: string): Promise<MarkedRestore> {
  const marks = db.collection<StoredMark>(RESTORES);
  const before = await lastRestore(db);
  const run = randomUUID();
  const own = { _id: ID, run };
  const overtaken = () =>
    new RestoreRefusal('restored', 'Another restore into this database has begun since, and this one has ended.');
  await marks.replaceOne({ _id: ID }, { run, file: basename(file), begunAt: new Date() }, { upsert: true });
  return {
    assertOwn: async () => {
      if ((await marks.findOne(own)) === null) throw overtaken();
    },
    end: async () => {
      const { matchedCount } = await marks.updateOne(own, { $set: { endedAt: new Date() } });
      if (matchedCount === 0) throw overtaken();
    },
    withdraw: async () => {
      if (before === undefined) await marks.deleteOne(own);
      else await marks.replaceOne(own, before);
    },
  };
}
