import { MAX_REVISIONS, type PressReleaseRevision, type PressReleaseRevisionText, RETENTION } from '@cytocomm/contract';
import { type Connection, type Model, Schema, type Types } from 'mongoose';
import { notFound } from '../../platform/calls/problem.ts';
import type { Core } from '../../platform/core.ts';
import { recordOptions } from '../../platform/database/record.ts';
import { type PressReleaseRecord, statusOf } from './model.ts';
import { textOf } from './pictures/texts.ts';

/** An earlier text of a press release. */
interface RevisionRecord {
  readonly _id: Types.ObjectId;
  readonly release: Types.ObjectId;
  /** The version of the release that had it. */
  readonly number: number;
  readonly title: string;
  readonly content: string;
  /** The ids of its pictures. */
  readonly pictures?: readonly string[];
  readonly at: Date;
  readonly by: string;
  readonly state: PressReleaseRevision['state'];
  /** When it was replaced. */
  readonly replacedAt: Date;
}

const required = true;
const schema = new Schema<RevisionRecord>(
  {
    release: { type: Schema.Types.ObjectId, required },
    number: { type: Number, required },
    title: { type: String, default: '' },
    content: { type: String, default: '' },
    pictures: { type: [String], default: undefined },
    at: { type: Date, required },
    by: { type: String, required },
    state: { type: String, required },
    replacedAt: { type: Date, required },
  },
  recordOptions('press_release_revisions'),
);
schema.index({ release: 1, number: -1 }, { unique: true });
schema.index({ pictures: 1 }, { sparse: true });
schema.index({ replacedAt: 1 }, { expireAfterSeconds: RETENTION.pressReleaseRevisionDays * 24 * 3600 });

/** Returns the model of the earlier texts of press releases. */
export function revisionModel(connection: Connection): Model<RevisionRecord> {
  return connection.model<RevisionRecord>('PressReleaseRevision', schema);
}

/** A title with its text. */
type Words = Pick<PressReleaseRecord, 'title' | 'content'>;

/** The earlier texts of press releases. */
export interface Revisions {
  /**
   * Stores the text of a version before another replaces it, so that a crash loses nothing. Saves of one person without a pause
   * count as one text, unless `always`.
   */
  keep(before: PressReleaseRecord, next: Words & { readonly by: string }, always?: 'always'): Promise<void>;
  /** Returns the current text and the earlier ones, newest first. */
  list(release: PressReleaseRecord): Promise<PressReleaseRevision[]>;
  /** Returns one text. Throws 404 when there is none of this number. */
  read(release: PressReleaseRecord, number: number): Promise<PressReleaseRevisionText>;
  /** Removes all earlier texts of a release that was deleted for good. */
  forget(release: Types.ObjectId): Promise<void>;
}

/** Texts saved by one person within this time count as one revision. */
const STEP_MS = 10 * 60_000;

type Kept = Pick<RevisionRecord, '_id' | 'at' | 'state'>;
type Listed = Omit<RevisionRecord, 'content' | 'release' | 'replacedAt'>;

/** Returns the latest title and text, published or not. */
export const wordsOf = ({ pending, title, content }: PressReleaseRecord): Words => ({
  title: pending?.title ?? title,
  content: pending?.content ?? content,
});

function stateOf(record: PressReleaseRecord, now: Date): PressReleaseRevision['state'] {
  const status = statusOf(record, now);
  return record.pending !== undefined || status === 'draft' ? 'saved' : status;
}

const isSame = (one: Words, other: Words) => one.title === other.title && one.content === other.content;

/**
 * Returns the revision to remove when there are too many, newest first: of those that readers never saw, the one between the
 * closest neighbors, or else the oldest. The newest and the oldest stay.
 */
export function leastUsefulRevision(rows: readonly Kept[]): Types.ObjectId | undefined {
  const gaps = rows.slice(1, -1).flatMap(({ _id, state }, index) => {
    const [newer, older] = [rows[index], rows[index + 2]];
    if (state === 'published' || newer === undefined || older === undefined) return [];
    return [{ _id, gap: newer.at.getTime() - older.at.getTime() }];
  });
  return gaps.toSorted((a, b) => a.gap - b.gap)[0]?._id ?? rows.at(-1)?._id;
}

/** Creates the earlier texts of press releases. */
export function createRevisions({ database }: Core): Revisions {
  const model = revisionModel(database.connection);
  const present = ({ number, title, at, by, state }: Listed): PressReleaseRevision => ({
    ...{ number, title, at: at.toISOString(), by, state },
    isCurrent: false,
  });
  const current = (record: PressReleaseRecord): PressReleaseRevision => ({
    number: record.version,
    title: wordsOf(record).title,
    at: record.updatedAt.toISOString(),
    by: record.changedBy ?? record.author,
    state: stateOf(record, database.now()),
    isCurrent: true,
  });

  async function isFinished(before: PressReleaseRecord, by: string): Promise<boolean> {
    const { updatedAt, changedBy = before.author, _id: release } = before;
    if (changedBy !== by || database.now().getTime() - updatedAt.getTime() >= STEP_MS) return true;
    const last = await model.findOne({ release }, { at: 1 }).sort({ number: -1 }).lean();
    return updatedAt.getTime() - (last?.at ?? before.createdAt).getTime() >= STEP_MS;
  }

  async function removeSurplus(release: Types.ObjectId): Promise<void> {
    const rows = await model.find({ release }, { at: 1, state: 1 }).sort({ number: -1 }).lean<Kept[]>();
    const _id = rows.length > MAX_REVISIONS ? leastUsefulRevision(rows) : undefined;
    if (_id !== undefined) await model.deleteOne({ _id });
  }

  return {
    keep: async (before, next, always) => {
      const words = wordsOf(before);
      const state = stateOf(before, database.now());
      if (isSame(words, next) || (words.title === '' && words.content === '')) return;
      if (always === undefined && state === 'saved' && !(await isFinished(before, next.by))) return;
      const { _id: release, version: number } = before;
      const rest = { at: before.updatedAt, by: before.changedBy ?? before.author, state, replacedAt: database.now() };
      await model.updateOne(
        { release, number },
        { $setOnInsert: { ...words, ...rest, ...textOf(words.content) } },
        { upsert: true },
      );
      await removeSurplus(release);
    },

    list: async (record) => {
      const rows = await model
        .find({ release: record._id, number: { $lt: record.version } }, { content: 0, release: 0, replacedAt: 0 })
        .sort({ number: -1 })
        .limit(MAX_REVISIONS)
        .lean<Listed[]>();
      return [current(record), ...rows.map(present)];
    },

    read: async (record, number) => {
      if (number === record.version) return { ...current(record), content: wordsOf(record).content };
      const row =
        number < record.version ? await model.findOne({ release: record._id, number }).lean<RevisionRecord>() : null;
      if (row === null)
        throw notFound(
          'There is no such revision of this press release. It may have been removed in favor of newer ones.',
        );
      return { ...present(row), content: row.content };
    },

    forget: async (release) => {
      await model.deleteMany({ release });
    },
  };
}
