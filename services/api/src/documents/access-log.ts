import { type DocumentAccess, type DocumentAccessPage, RETENTION } from '@cytocomm/contract';
import { type Connection, type Model, Schema, type Types } from 'mongoose';
import type { Core } from '../core.ts';
import { isDuplicateKey } from '../database/duplicate-key.ts';
import { newestFirst } from '../database/newest-first.ts';
import { recordOptions } from '../database/record.ts';
import { deriveKey, signatureOf } from '../keys.ts';
import { clientKey } from '../limits/client-key.ts';

/** An access to a document. */
interface AccessRecord {
  readonly _id: Types.ObjectId;
  readonly documentId: Types.ObjectId;
  /** Keyed hash of document, user or client, action and minute: viewers read a file by many requests. Reveals no visitor's address. */
  readonly occasion: string;
  readonly at: Date;
  readonly by: string | null;
  readonly action: DocumentAccess['action'];
  readonly from: string;
}

/** How long an access is stored, in days. */
const ACCESS_KEEP_DAYS = RETENTION.documentAccessDays;
const KEEP_SECONDS = ACCESS_KEEP_DAYS * 24 * 3600;
const OCCASION_MS = 60_000;

const schema = new Schema<AccessRecord>(
  {
    documentId: { type: Schema.Types.ObjectId, required: true },
    occasion: { type: String, required: true },
    at: { type: Date, required: true },
    by: { type: String, default: null },
    action: { type: String, required: true },
    from: String,
  },
  recordOptions('document_accesses'),
);
schema.index({ occasion: 1 }, { unique: true });
schema.index({ documentId: 1, at: -1, _id: -1 });
schema.index({ at: 1 }, { expireAfterSeconds: KEEP_SECONDS });

const order = newestFirst<AccessRecord>('at', (row) => row.at);

/** The log of who opened or downloaded which document. */
export interface AccessLog {
  record(documentId: Types.ObjectId, access: Omit<DocumentAccess, 'at'>): Promise<void>;
  page(documentId: string, limit: number, cursor: string | undefined): Promise<DocumentAccessPage>;
}

/** Creates the access log of a database. */
export function createAccessLog(core: Core): AccessLog {
  const model: Model<AccessRecord> = accessModel(core.database.connection);
  const key = deriveKey(core.config.tokenSecrets[0], 'document-access');
  return {
    record: async (documentId, { by, action, from }) => {
      const at = new Date();
      const minute = Math.floor(at.getTime() / OCCASION_MS);
      const parts = [documentId.toHexString(), by ?? clientKey(from), action, minute];
      const occasion = signatureOf(key, JSON.stringify(parts));
      await model
        .updateOne(
          { occasion },
          // A visitor's address is not stored.
          { $setOnInsert: { documentId, occasion, at, by, action, from: by === null ? '' : from } },
          { upsert: true },
        )
        .catch((error: unknown) => {
          if (!isDuplicateKey(error)) throw error;
        });
    },

    page: async (documentId, limit, cursor) => {
      const found = await model
        .find({ documentId, ...order.after(cursor) })
        .sort(order.sort)
        .limit(limit + 1)
        .lean();
      const { page, nextCursor } = order.page([found], limit);
      const items = page.map(({ at, by, action, from }) => ({ at: at.toISOString(), by, action, from }));
      return { items, nextCursor };
    },
  };
}

function accessModel(connection: Connection): Model<AccessRecord> {
  return connection.model<AccessRecord>('DocumentAccess', schema);
}
