import { type AuditAction, RETENTION } from '@cytocomm/contract';
import { clientKey } from '@cytocomm/runtime';
import { type Connection, type Model, Schema } from 'mongoose';
import type { Database } from '../database/database.ts';
import { recordOptions } from '../database/record.ts';
import { isDuplicateKey } from '../database/trouble.ts';
import type { Config } from '../settings/config.ts';
import { deriveKeys, signatureOf } from '../settings/keys.ts';
import { type AuditEvent, type EventMetrics, NO_EVENT_METRICS } from './event.ts';

const KEEP_SECONDS = RETENTION.strangerNoteDays * 24 * 3600;

/**
 * The events of a client in a minute that concern no user. Client and typed address are keyed hashes; the database does not
 * have the key.
 */
export interface AnonymousEventRecord {
  /** Action, client and minute. */
  readonly _id: string;
  readonly at: Date;
  readonly action: AuditAction;
  readonly subject: string;
  readonly detail: Readonly<Record<string, string>>;
  /** How often it happened in the minute. */
  readonly times: number;
}

const schema = new Schema<AnonymousEventRecord>(
  {
    _id: String,
    at: { type: Date, required: true },
    action: { type: String, required: true },
    subject: { type: String, required: true },
    detail: { type: Schema.Types.Mixed, default: {} },
    times: { type: Number, required: true },
  },
  { ...recordOptions('stranger_notes'), minimize: false },
);
schema.index({ subject: 1, at: -1 });
schema.index({ at: 1 }, { expireAfterSeconds: KEEP_SECONDS });

/** Returns the model of notes about strangers. */
export function anonymousEventModel(connection: Connection): Model<AnonymousEventRecord> {
  return connection.model<AnonymousEventRecord>('StrangerNote', schema);
}

/**
 * Notes about strangers: unknown addresses typed into forms, and refused visitors. Strangers' data that anybody can cause: so
 * hashed, deleted after a while, and one row per client, kind and minute.
 */
export interface AnonymousEvents {
  /** Stores a note. */
  record(note: AuditEvent): Promise<void>;
  /** Returns the newest notes, by default of all subjects. */
  newest(limit: number, subject?: string): Promise<readonly AnonymousEventRecord[]>;
  /** Deletes the notes about an address. Returns how many. */
  forget(subject: string): Promise<number>;
}

const MINUTE_MS = 60_000;

/** Creates the notes about strangers of a database; `noted` is called with each action that is stored. */
export function createAnonymousEvents(
  database: Database,
  config: Pick<Config, 'tokenSecrets'>,
  { noted }: Pick<EventMetrics, 'noted'> = NO_EVENT_METRICS,
): AnonymousEvents {
  const rows = anonymousEventModel(database.connection);
  const keys = deriveKeys(config.tokenSecrets, 'stranger');
  const hashOf = (text: string, key = keys[0]) => signatureOf(key, text);
  /** Returns the hashes of a subject under all secrets. */
  const about = (subject: string) => ({ subject: { $in: keys.map((key) => hashOf(subject, key)) } });

  async function count({ action, subject, from, detail }: AuditEvent): Promise<void> {
    const at = new Date();
    const minute = Math.floor(at.getTime() / MINUTE_MS);
    const _id = `${action} ${hashOf(clientKey(from ?? ''))} ${minute}`;
    const first = { at, action, subject: hashOf(subject), detail: { ...detail } };
    // One write for the first as for the tenth: the time reveals nothing.
    await rows.updateOne({ _id }, { $setOnInsert: first, $inc: { times: 1 } }, { upsert: true });
  }

  return {
    record: async (note) => {
      try {
        await count(note);
      } catch (error) {
        // A concurrent first one: now the row exists.
        if (!isDuplicateKey(error)) throw error;
        await count(note);
      }
      noted(note.action);
    },
    newest: (limit, subject) =>
      rows
        .find(subject === undefined ? {} : about(subject))
        .sort({ at: -1 })
        .limit(limit)
        .lean(),
    forget: async (subject) => (await rows.deleteMany(about(subject))).deletedCount,
  };
}
