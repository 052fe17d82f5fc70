import { RETENTION, type ReleaseRevision } from '@cytocomm/contract';
import { type Connection, type Model, Schema, type Types } from 'mongoose';
import { recordOptions } from '../../platform/database/record.ts';

/** An earlier text of a press release. */
export interface RevisionRecord {
  readonly _id: Types.ObjectId;
  readonly release: Types.ObjectId;
  /** The version of the release that had it. */
  readonly number: number;
  readonly title: string;
  readonly content: string;
  /** The ids of the pictures that it shows. */
  readonly pictures?: readonly string[];
  readonly at: Date;
  readonly by: string;
  readonly state: ReleaseRevision['state'];
  /** When another text took its place. */
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
schema.index({ replacedAt: 1 }, { expireAfterSeconds: RETENTION.releaseRevisionDays * 24 * 3600 });

/** Returns the model of the earlier texts of press releases. */
export function revisionModel(connection: Connection): Model<RevisionRecord> {
  return connection.model<RevisionRecord>('PressReleaseRevision', schema);
}
