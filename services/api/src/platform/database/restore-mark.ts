import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import type { mongo } from 'mongoose';
import { z } from 'zod';

const helloSchema = z.object({ localTime: z.date() });

/** Returns the time of the database's own clock. */
export async function timeOf(db: mongo.Db): Promise<Date> {
  return helloSchema.parse(await db.admin().command({ hello: 1 })).localTime;
}

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

const announcementSchema = z.object({
  run: z.string(),
  /** Without its folder. */
  file: z.string(),
  /** By the database's clock. */
  at: z.date(),
});

/** A restore that is about to begin and has touched nothing. */
export type Announcement = z.output<typeof announcementSchema>;

/** How long an announcement counts, in ms: by then the restore has started, or was interrupted. */
const ANNOUNCED_MS = 30_000;
/** How long after its announcement a restore may begin, in ms. */
const BEGIN_MS = ANNOUNCED_MS / 2;

/** The last restore into a database. Without `endedAt` it is under way, or was broken off, and half of the records are there. */
export type RestoreMark = z.output<typeof markSchema>;

/** The restores recorded in a database. */
export interface Restores {
  readonly last: RestoreMark | undefined;
  readonly announced: Announcement | undefined;
}

type Records = Pick<mongo.Db, 'collection' | 'databaseName'>;
type StoredMark = Partial<RestoreMark> & { readonly _id: string; readonly announced?: Announcement };

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

/** Returns what is noted of restores into a database. */
export async function readRestores(
  db: Pick<mongo.Db, 'collection'>,
  options: mongo.FindOptions = {},
): Promise<Restores> {
  const record = await db.collection<StoredMark>(RESTORES).findOne({ _id: ID }, options);
  return {
    last: record?.run === undefined ? undefined : markSchema.parse(record),
    announced: announcementSchema.optional().parse(record?.announced),
  };
}

/** Returns the last restore into a database; undefined where there was none. */
export async function lastRestore(db: Pick<mongo.Db, 'collection'>): Promise<RestoreMark | undefined> {
  return (await readRestores(db)).last;
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

/** Throws RestoreRefusal for a restore that is about to begin. */
export function assertNoneAnnounced(announced: Announcement | undefined, now: Date): void {
  // A time far ahead is an old one, too: the database's clock was set back since.
  if (announced === undefined || Math.abs(now.getTime() - announced.at.getTime()) >= ANNOUNCED_MS) return;
  throw new RestoreRefusal('restoring', `A restore of ${announced.file} into this database is about to begin.`);
}

/** Returns the last restore. Throws RestoreRefusal for one that has not ended. */
export async function assertRestored(db: Records): Promise<RestoreMark | undefined> {
  const mark = await lastRestore(db);
  assertEnded(mark, db.databaseName);
  return mark;
}

/** A restore that is under way. */
export interface MarkedRestore {
  /** Throws RestoreRefusal when another one started since. */
  assertOwn(): Promise<void>;
  /** Marks that all is there. Throws RestoreRefusal when another one started since. */
  end(): Promise<void>;
}

/** A restore that is about to begin. */
export interface AnnouncedRestore {
  /** Marks that it touches the database from now on. Throws RestoreRefusal when another one was announced or began since. */
  begin(): Promise<MarkedRestore>;
  /** Takes the announcement back. */
  withdraw(): Promise<void>;
}

/** Announces a restore: no API process begins to use the database for a while, in which the restore looks for those that do. */
export async function announceRestore(db: mongo.Db, path: string): Promise<AnnouncedRestore> {
  const marks = db.collection<StoredMark>(RESTORES);
  const file = basename(path);
  const run = randomUUID();
  await marks.updateOne(
    { _id: ID },
    { $set: { 'announced.run': run, 'announced.file': file }, $currentDate: { 'announced.at': true } },
    { upsert: true },
  );
  const announced = { _id: ID, 'announced.run': run };
  return {
    begin: async () => {
      const since = new Date((await timeOf(db)).getTime() - BEGIN_MS);
      const change = { $set: { run, file, begunAt: new Date() }, $unset: { endedAt: '', announced: '' } } as const;
      const { matchedCount } = await marks.updateOne({ ...announced, 'announced.at': { $gt: since } }, change);
      if (matchedCount > 0) return markedRestore(marks, run);
      const why = 'another restore into this database started since, or this one did not start in time. Run it again.';
      throw new RestoreRefusal('restored', `Nothing was changed: ${why}`);
    },
    withdraw: async () => {
      await marks.updateOne(announced, { $unset: { announced: '' } });
    },
  };
}

function markedRestore(marks: mongo.Collection<StoredMark>, run: string): MarkedRestore {
  const own = { _id: ID, run };
  const overtaken = () =>
    new RestoreRefusal('restored', 'Another restore into this database started since, so this one ended.');
  return {
    assertOwn: async () => {
      if ((await marks.findOne(own)) === null) throw overtaken();
    },
    end: async () => {
      const { matchedCount } = await marks.updateOne(own, { $set: { endedAt: new Date() } });
      if (matchedCount === 0) throw overtaken();
    },
  };
}
