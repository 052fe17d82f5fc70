import type { PressReleaseStatus, PressReleaseTarget } from '@cytocomm/contract';
import { type Connection, type Model, Schema, type Types, type UpdateQuery } from 'mongoose';
import { SIGNED_IN } from '../../platform/announcements/announcement.ts';
import { type ApiError, notFound } from '../../platform/calls/problem.ts';
import { groupsOf, isReadBy, namesOf, type Reader, readerKeys, requestedKeys } from '../../platform/calls/readers.ts';
import type { Change } from '../../platform/changes/change.ts';
import { recordOptions } from '../../platform/database/record.ts';

/** The approval of a release. */
export interface ApprovalRecord {
  /** `outdated`: the text was changed after the approval. */
  readonly state: 'asked' | 'approved' | 'declined' | 'outdated';
  /** New with each request and each answer: earlier mails are obsolete then. */
  readonly round: string;
  readonly askedBy?: string;
  readonly askedAt?: Date;
  /** The recipients of the answer: who asked, and the writers. */
  readonly tell?: readonly string[];
  readonly by?: string;
  readonly at?: Date;
  readonly note?: string;
  /** The approved text and time. */
  readonly mark?: { readonly text: string; readonly publishAt: Date | null };
}

/** Returns the 404 of a release; `hides` is the id of one that the caller may not read. */
export const unknownPressRelease = (hides?: string): ApiError => notFound('There is no such press release.', hides);

/** Returns a release, drafts included. Throws 404 when there is none. */
export async function findPressRelease(
  model: Model<PressReleaseRecord>,
  id: string | Types.ObjectId,
): Promise<PressReleaseRecord> {
  const record = await model.findOne({ _id: id }).lean();
  if (record === null) throw unknownPressRelease();
  return record;
}

/** Updates a release, in a change; `seenAt` is given when readers see it. Returns what is stored then. */
export async function updatePressRelease(
  model: Model<PressReleaseRecord>,
  change: Change,
  before: PressReleaseRecord,
  update: UpdateQuery<PressReleaseRecord>,
  seenAt?: Date,
): Promise<PressReleaseRecord> {
  const after = await model.findByIdAndUpdate(before._id, update, { returnDocument: 'after' }).lean();
  if (after === null) throw unknownPressRelease();
  announcePressRelease(change, after._id, seenAt ?? after.updatedAt, seenAt === undefined ? {} : { before, after });
  return after;
}

/** Changes that are not published. */
interface PendingText {
  readonly title: string;
  readonly content: string;
  /** The ids of the pictures that it shows. */
  readonly pictures?: readonly string[];
  /** As in the record. */
  readonly target: readonly string[];
  readonly sendEmail: boolean;
  readonly publishAt?: Date;
  readonly timeZone?: string;
  readonly savedAt: Date;
  readonly savedBy: string;
}

/** A press release. A draft has no date; readers' queries compare the date with the clock, so none waits for a job. */
export interface PressReleaseRecord {
  readonly _id: Types.ObjectId;
  readonly title: string;
  readonly content: string;
  /** The ids of the pictures that the content shows. */
  readonly pictures?: readonly string[];
  readonly date?: Date;
  /** Targets, or with groups the keys of both. */
  readonly target: readonly string[];
  /** The stored status; `statusOf` returns the current one. */
  readonly status: PressReleaseStatus;
  /** The planned time, of drafts too. */
  readonly publishAt?: Date;
  /** The time zone in which `publishAt` was entered; unset if none was named. */
  readonly timeZone?: string;
  readonly sendEmail: boolean;
  /** `wanted`: to be mailed when published; `wanted-in-groups` if it is for groups. `queued`: all mails are in the outbox. */
  readonly mailing: 'none' | 'wanted' | 'wanted-in-groups' | 'queued';
  readonly recipients: number;
  readonly sentToEmail: boolean;
  readonly emailSentDate: Date | null;
  readonly author: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** When readers last got a correction; unset before the first. */
  readonly correctedAt?: Date;
  /** Incremented with each edit, for conditional updates. */
  readonly version: number;
  /** The author of the last change; unset before the first. */
  readonly changedBy?: string;
  /** Who wrote in the latest text since it was approved. */
  readonly writers?: readonly string[];
  /** The approval of the latest text. */
  readonly approval?: ApprovalRecord;
  /** The writers of a published or scheduled text that was not approved. */
  readonly unapprovedWriters?: readonly string[];
  /** Who approved the published or scheduled text. */
  readonly approved?: { readonly by: string; readonly at: Date };
  /** Unpublished changes of a published or scheduled release. */
  readonly pending?: PendingText;
  /** Search and sort fields. */
  readonly sortTitle?: string;
  readonly sortDate?: Date;
  readonly searchText?: string;
}

const TARGETS: readonly PressReleaseTarget[] = ['public', 'investors'];

const schema = new Schema<PressReleaseRecord>(
  {
    // A draft may have neither.
    title: { type: String, default: '' },
    content: { type: String, default: '' },
    pictures: { type: [String], default: undefined },
    date: Date,
    target: { type: [String], required: true },
    status: { type: String, required: true },
    publishAt: Date,
    timeZone: String,
    sendEmail: { type: Boolean, required: true },
    mailing: { type: String, required: true },
    recipients: { type: Number, default: 0 },
    sentToEmail: { type: Boolean, default: false },
    emailSentDate: { type: Date, default: null },
    author: { type: String, required: true },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
    correctedAt: Date,
    version: { type: Number, required: true },
    changedBy: String,
    writers: { type: [String], default: undefined },
    unapprovedWriters: { type: [String], default: undefined },
    approval: Schema.Types.Mixed,
    approved: Schema.Types.Mixed,
    pending: Schema.Types.Mixed,
    sortTitle: String,
    sortDate: Date,
    searchText: String,
  },
  recordOptions('press_releases'),
);
schema.index({ target: 1, date: -1, _id: -1 });
// Each order of the list, with what is filtered and searched by.
for (const field of ['createdAt', 'updatedAt', 'author', 'sortTitle', 'sortDate'])
  schema.index({ [field]: 1, _id: 1, target: 1, searchText: 1 });
schema.index({ status: 1, date: 1 });
schema.index({ mailing: 1, date: 1 });
schema.index({ pictures: 1 }, { sparse: true });
schema.index({ 'pending.pictures': 1 }, { sparse: true });
// Partial: few releases have an approval.
for (const field of ['state', 'tell'])
  schema.index({ [`approval.${field}`]: 1 }, { partialFilterExpression: { [`approval.${field}`]: { $exists: true } } });

/** Returns the model of press releases. */
export function pressReleaseModel(connection: Connection): Model<PressReleaseRecord> {
  return connection.model<PressReleaseRecord>('PressRelease', schema);
}

/** The states of mailings that are not queued yet. */
export const PENDING_MAILINGS = ['wanted', 'wanted-in-groups'] as const;

/** Returns the stored mailing of a release. */
export function mailingOf(
  { sendEmail, target }: Pick<PressReleaseRecord, 'sendEmail' | 'target'>,
  before: PressReleaseRecord['mailing'] = 'none',
): PressReleaseRecord['mailing'] {
  if (before === 'queued') return 'queued';
  if (!sendEmail) return 'none';
  return groupsOf(target).length > 0 ? 'wanted-in-groups' : 'wanted';
}

/** Returns the targets of a stored release. */
export const targetsOf = ({ target }: Pick<PressReleaseRecord, 'target'>): readonly PressReleaseTarget[] =>
  TARGETS.filter((each) => namesOf(target).includes(each));

/** Returns the target to store; fields missing in the request stay. Throws 400 for groups of a public release. */
export function targetAfter(
  before: Pick<PressReleaseRecord, 'target'> | undefined,
  asked: {
    readonly target?: readonly PressReleaseTarget[] | undefined;
    readonly groups?: readonly string[] | undefined;
  },
): readonly string[] {
  const { target = namesOf(before?.target), groups = groupsOf(before?.target) } = asked;
  return requestedKeys(target, groups);
}

/** Returns the keys of releases that a person reads, by default of all targets. */
export function readableKeys(
  person: Reader | null,
  targets: readonly PressReleaseTarget[] = TARGETS,
): readonly string[] {
  const readsInvestors = person?.roles.some((role) => role === 'investor' || role === 'admin') === true;
  const read = targets.filter((target) => target === 'public' || readsInvestors);
  return readerKeys(read, person ?? { roles: [], groups: [] });
}

/** Whether a person reads a release once it is published. */
export const isReadableBy = ({ target }: Pick<PressReleaseRecord, 'target'>, person: Reader | null): boolean =>
  isReadBy(target, readableKeys(person));

/** Whether a release is published. */
export function isPublished(record: Pick<PressReleaseRecord, 'date'>, now: Date): boolean {
  return record.date !== undefined && record.date <= now;
}

/** Returns the current status. */
export function statusOf(record: Pick<PressReleaseRecord, 'date'>, now: Date): PressReleaseStatus {
  if (record.date === undefined) return 'draft';
  return record.date <= now ? 'published' : 'scheduled';
}

type Seen = Pick<PressReleaseRecord, 'date' | 'target'>;

/** Returns the keys of those who can see a release besides the admins. */
function readersOf(record: Seen | undefined, now: Date): readonly string[] {
  // The role investor reads the target investors.
  return record === undefined || !isPublished(record, now)
    ? []
    : record.target.map((key) => (key === 'public' ? SIGNED_IN : key.replace('investors', 'investor')));
}

/** Announces a change to all who could see the release before or can after; neither is given for what only admins see. */
export function announcePressRelease(
  change: Change,
  id: string | Types.ObjectId,
  now: Date,
  { before, after }: { readonly before?: Seen | undefined; readonly after?: Seen | undefined },
): void {
  const [from, to] = [readersOf(before, now), readersOf(after, now)];
  const isSeen = from.length + to.length > 0;
  const isAdded = isSeen ? from.length === 0 : before === undefined && after !== undefined;
  const isRemoved = isSeen ? to.length === 0 : before !== undefined && after === undefined;
  const type = isAdded ? 'added' : isRemoved ? 'removed' : 'changed';
  change.announce({ collection: 'press_releases', type, id: String(id) }, from, to);
}
