import { RETENTION } from '@cytocomm/contract';
import { type Connection, type Model, Schema, type Types } from 'mongoose';
import { recordOptions } from '../../../platform/database/record.ts';

/** A stored format of a picture. */
export type PictureFormat = 'avif' | 'webp' | 'jpeg';

/** One form of a picture. */
export interface PictureForm {
  readonly width: number;
  readonly format: PictureFormat;
  readonly fileId: Types.ObjectId;
  readonly size: number;
  readonly chunkSize: number;
  readonly sha256: string;
}

/** A picture of press releases. */
export interface PictureRecord {
  readonly _id: Types.ObjectId;
  /** Of the largest form, in pixels. */
  readonly width: number;
  readonly height: number;
  readonly forms: readonly PictureForm[];
  readonly uploadedBy: string;
  readonly uploadedAt: Date;
  /** When its use is checked; postponed each time a text that shows it is saved. */
  readonly keptUntil: Date;
  /** Unused at the last check: removed at the next one if it still is. */
  readonly unshown?: true;
}

const required = true;
const formSchema = new Schema<PictureForm>(
  {
    width: { type: Number, required },
    format: { type: String, required },
    fileId: { type: Schema.Types.ObjectId, required },
    size: { type: Number, required },
    chunkSize: { type: Number, required },
    sha256: { type: String, required },
  },
  { _id: false, strict: 'throw' },
);
const schema = new Schema<PictureRecord>(
  {
    width: { type: Number, required },
    height: { type: Number, required },
    forms: { type: [formSchema], required },
    uploadedBy: { type: String, required },
    uploadedAt: { type: Date, required },
    keptUntil: { type: Date, required },
    unshown: Boolean,
  },
  recordOptions('pictures'),
);
schema.index({ 'forms.fileId': 1 });
schema.index({ keptUntil: 1 });

/** Returns until when a picture is kept that was just stored or used. */
export function keptUntil(now: Date): Date {
  return new Date(now.getTime() + RETENTION.unusedPictureDays * 24 * 3600 * 1000);
}

/** Returns the model of pictures. */
export function pictureModel(connection: Connection): Model<PictureRecord> {
  return connection.model<PictureRecord>('Picture', schema);
}
