import { RETENTION } from '@cytocomm/contract';
import { type Connection, type Model, Schema, type Types } from 'mongoose';
import { recordOptions } from '../../platform/database/record.ts';

/** New reports that go out together: one mail a recipient. */
export interface ReportBatch {
  readonly _id: Types.ObjectId;
  /** Oldest first. */
  readonly documents: readonly Types.ObjectId[];
  /** `closing` until it is settled which reports were not recalled; `queueing` until all its mails are queued. */
  readonly state: 'closing' | 'queueing' | 'queued';
  /** Missing once its mails are queued. */
  readonly open?: true;
  /** When a batch whose mails are queued is deleted: not before the last of them. */
  readonly forgetAt?: Date;
}

/** How long a batch is kept after its mails were queued, in ms: they may wait for the mail server. */
export const BATCH_KEEP_MS = RETENTION.mailDays * 24 * 3600 * 1000;

const schema = new Schema<ReportBatch>(
  {
    documents: { type: [Schema.Types.ObjectId], required: true },
    state: { type: String, required: true },
    open: Boolean,
    forgetAt: Date,
  },
  recordOptions('report_batches'),
);
// A report is in one open batch only, also when two processes close one at the same moment.
schema.index({ documents: 1 }, { unique: true, partialFilterExpression: { open: true } });
schema.index({ open: 1 }, { sparse: true });
schema.index({ forgetAt: 1 }, { expireAfterSeconds: 0 });

/** Returns the model of batches of reports. */
export function reportBatchModel(connection: Connection): Model<ReportBatch> {
  return connection.model<ReportBatch>('ReportBatch', schema);
}
