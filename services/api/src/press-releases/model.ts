import type { ReleaseStatus, ReleaseTarget, Role } from '@cytocomm/contract';
import { type Connection, type Model, Schema, type Types } from 'mongoose';
import { recordOptions } from '../database/record.ts';

/** Who hears of a change: those who could see the release before it or can see it now. */
export interface ReleaseChange {
  readonly at: Date;
  readonly type: 'added' | 'changed' | 'removed';
  /** Besides the admins, who hear everything. */
  readonly to: 'everybody' | readonly Role[];
}

/**
 * A press release. A draft has no date. Everybody else's queries ask for a date that is past, so a scheduled release appears
 * at its instant whether or not anything runs at that moment.
 */
export interface PressReleaseRecord {
  readonly _id: Types.ObjectId;
  readonly title: string;
  readonly content: string;
  readonly date?: Date;
  readonly target: readonly ReleaseTarget[];
  /** As it was written; a scheduled one whose date is past counts as published, see `statusOf`. */
  readonly status: ReleaseStatus;
  /** The time an admin has planned, drafts included. */
  readonly publishAt?: Date;
  readonly sendEmail: boolean;
  /** `wanted`: to be mailed when it is published. `queued`: every mail is in the outbox. */
  readonly mailing: 'none' | 'wanted' | 'queued';
  readonly recipients: number;
  readonly sentToEmail: boolean;
  readonly emailSentDate: Date | null;
  readonly author: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** Grows with every edit, so that an edit of an older state is refused. */
  readonly version: number;
  readonly lastChange: ReleaseChange;
}

const schema = new Schema<PressReleaseRecord>(
  {
    title: { type: String, required: true },
    content: { type: String, required: true },
    date: Date,
    target: { type: [String], required: true },
    status: { type: String, required: true },
    publishAt: Date,
    sendEmail: { type: Boolean, required: true },
    mailing: { type: String, required: true },
    recipients: { type: Number, default: 0 },
    sentToEmail: { type: Boolean, default: false },
    emailSentDate: { type: Date, default: null },
    author: { type: String, required: true },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
    version: { type: Number, required: true },
    lastChange: { type: Schema.Types.Mixed, required: true },
  },
  recordOptions('press_releases'),
);
schema.index({ target: 1, date: -1, _id: -1 });
schema.index({ createdAt: -1, _id: -1 });
schema.index({ status: 1, date: 1 });
schema.index({ mailing: 1, date: 1 });

/** The press releases of a connection. */
export function pressReleaseModel(connection: Connection): Model<PressReleaseRecord> {
  return connection.model<PressReleaseRecord>('PressRelease', schema);
}

/** Whether its readers can see it. */
export function isOut(record: Pick<PressReleaseRecord, 'date'>, now: Date): boolean {
  return record.date !== undefined && record.date <= now;
}

/** The status at this moment. */
export function statusOf(record: Pick<PressReleaseRecord, 'date'>, now: Date): ReleaseStatus {
  if (record.date === undefined) return 'draft';
  return record.date <= now ? 'published' : 'scheduled';
}

/** Who can see it at this moment, besides the admins. */
export function readersOf(record: Pick<PressReleaseRecord, 'date' | 'target'>, now: Date): ReleaseChange['to'] {
  if (!isOut(record, now)) return [];
  return record.target.includes('public') ? 'everybody' : ['investor'];
}
