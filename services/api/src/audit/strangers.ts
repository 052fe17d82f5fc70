import type { Config } from '../config.ts';
import type { Database } from '../database/database.ts';
import { isDuplicateKey } from '../database/duplicate-key.ts';
import { deriveKeys, signatureOf } from '../keys.ts';
import { clientKey } from '../limits/client-key.ts';
import type { AuditNote } from './service.ts';
import { type StrangerRecord, strangerModel } from './stranger-model.ts';

/**
 * Notes about those who are nobody here: addresses that somebody typed and no admin approved, and visitors who were refused. They
 * are other people's data, written at anybody's will: so they are hashes, kept for a while, and one client makes one
 * row a minute of each kind at most.
 */
export interface StrangerNotes {
  /** Keeps the note; resolves when it is stored. */
  record(note: AuditNote): Promise<void>;
  /** The newest notes, of everything or, for whoever knows it, about one e-mail or network address. */
  newest(limit: number, subject?: string): Promise<readonly StrangerRecord[]>;
  /** Forgets what is kept about an address; returns how many notes that were. */
  forget(subject: string): Promise<number>;
}

const MINUTE_MS = 60_000;

/** The notes about strangers of a database. */
export function createStrangerNotes(database: Database, config: Pick<Config, 'tokenSecrets'>): StrangerNotes {
  const rows = strangerModel(database.connection);
  const keys = deriveKeys(config.tokenSecrets, 'stranger');
  const hashOf = (text: string, key = keys[0]) => signatureOf(key, text);
  /** However a subject was hashed while the secrets were what they are. */
  const about = (subject: string) => ({ subject: { $in: keys.map((key) => hashOf(subject, key)) } });

  async function count({ action, subject, from, detail }: AuditNote): Promise<void> {
    const at = new Date();
    const minute = Math.floor(at.getTime() / MINUTE_MS);
    const _id = `${action} ${hashOf(clientKey(from ?? ''))} ${minute}`;
    const first = { at, action, subject: hashOf(subject), detail: { ...detail } };
    // Always one write, for the first as for the tenth, so that its time tells nothing.
    await rows.updateOne({ _id }, { $setOnInsert: first, $inc: { times: 1 } }, { upsert: true });
  }

  return {
    record: async (note) => {
      try {
        await count(note);
      } catch (error) {
        // Two first ones at once: now there is a row to count in.
        if (!isDuplicateKey(error)) throw error;
        await count(note);
      }
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
