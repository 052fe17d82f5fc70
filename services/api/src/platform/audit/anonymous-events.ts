import { clientKey } from '@cytocomm/runtime';
import type { Database } from '../database/database.ts';
import { isDuplicateKey } from '../database/duplicate-key.ts';
import type { Config } from '../settings/config.ts';
import { deriveKeys, signatureOf } from '../settings/keys.ts';
import { type AnonymousEventRecord, anonymousEventModel } from './anonymous-event-model.ts';
import type { AuditEvent } from './event.ts';
import { type EventMetrics, NO_EVENT_METRICS } from './event-metrics.ts';

export type { AnonymousEventRecord } from './anonymous-event-model.ts';

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
