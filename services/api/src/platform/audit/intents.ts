import { randomUUID } from 'node:crypto';
import { type Connection, type Model, Schema } from 'mongoose';
import type { Logger } from 'pino';
import { currentRequestId } from '../calls/request-id.ts';
import type { Database } from '../database/database.ts';
import { recordOptions } from '../database/record.ts';
import { type AuditEvent, storedEvent } from './event.ts';
import { type AuditRecord, auditModel } from './model.ts';
import { intentSealOf, isSame, type SealKey, type SealKeys } from './seal.ts';

/** A change that is about to be made; deleted when it is in the trail. */
interface IntentRecord {
  readonly _id: string;
  readonly note: AuditEvent;
  readonly at: Date;
  /** Stored in the transaction of its change: it was made. */
  readonly made?: true;
  /** When its process is assumed to have ended; not sealed, for it is put off while somebody records the change. */
  readonly dueAt: Date;
  /** The id of the key of the seal. */
  readonly key: string;
  readonly seal: string;
}

const schema = new Schema<IntentRecord>(
  {
    _id: String,
    note: { type: Schema.Types.Mixed, required: true },
    at: { type: Date, required: true },
    made: Boolean,
    dueAt: { type: Date, required: true },
    key: { type: String, required: true },
    seal: { type: String, required: true },
  },
  { ...recordOptions('audit_intents'), minimize: false },
);
schema.index({ dueAt: 1 });

/** After this long an intent is abandoned, in ms. */
const ABANDONED_MS = 2 * 60_000;
/** The outcome in the row of an abandoned change. */
const UNKNOWN_OUTCOME = 'not known: it was not noted how it ended';

/** A change that is being made. */
export interface Intent {
  /** Records the change: it was made. `detail` is added to that of the note. */
  done(detail?: AuditEvent['detail']): Promise<void>;
  /** Drops the change: it was not made. */
  drop(): Promise<void>;
}

/** Changes that are being made by one write. */
export interface IntentsOfWrite {
  /** Records those that were made; the others are dropped. */
  done(made: readonly AuditEvent[]): Promise<void>;
}

/** Records changes before they are made, so that a crash loses none. */
export interface Intents {
  begin(note: AuditEvent): Promise<Intent>;
  /** `made`: in the transaction that makes the changes. */
  beginAll(notes: readonly AuditEvent[], made?: true): Promise<IntentsOfWrite>;
  /** Records the changes of ended processes, with an unknown outcome. */
  recordAbandoned(): Promise<void>;
}

/** Returns the model of intents. */
export function intentModel(connection: Connection): Model<IntentRecord> {
  return connection.model<IntentRecord>('AuditIntent', schema);
}

/** Returns a note as it is stored, with the id of the request that is being answered. */
function named(note: AuditEvent): AuditEvent {
  return storedEvent({ request: currentRequestId(), ...note });
}

function sealOfIntent({ _id, note, at }: Pick<IntentRecord, '_id' | 'note' | 'at'>, key: SealKey): string {
  return intentSealOf([_id, note, at], key);
}

/** Dependencies of `createIntents`. */
interface Recording {
  /** Appends to the trail. */
  readonly recordAll: (notes: readonly AuditEvent[], at: Date) => Promise<void>;
  /** Returns the moment of a row which begins now. */
  readonly moment: () => Date;
  readonly keys: SealKeys;
  readonly log: Logger;
}

/** Creates the intents of a database. */
export function createIntents(
  { connection, now }: Pick<Database, 'connection' | 'now'>,
  { recordAll, moment, keys, log }: Recording,
): Intents {
  const [key] = keys;
  const intents = intentModel(connection);
  const rows: Model<AuditRecord> = auditModel(connection);
  const later = () => new Date(now().getTime() + ABANDONED_MS);

  function intentOf(note: AuditEvent, at: Date): IntentRecord {
    const unsealed = { _id: randomUUID(), note, at };
    return { ...unsealed, dueAt: later(), key: key.id, seal: sealOfIntent(unsealed, key) };
  }

  /** Whether this portal wrote an intent. Anybody else who can write to the database has no key. */
  function isSound(intent: IntentRecord): boolean {
    const sealedWith = keys.find(({ id }) => id === intent.key);
    return sealedWith !== undefined && isSame(String(intent.seal), sealOfIntent(intent, sealedWith));
  }

  /** Claims the oldest abandoned intent. */
  const take = () =>
    intents.findOneAndUpdate({ dueAt: { $lte: now() } }, { $set: { dueAt: later() } }, { sort: { dueAt: 1 } }).lean();

  return {
    beginAll: async (notes, made) => {
      const at = moment();
      const records = notes.map((note) => ({ ...intentOf(named(note), at), ...(made && { made }) }));
      await intents.insertMany(records);
      return {
        done: async (made) => {
          await recordAll(made, at);
          await intents.deleteMany({ _id: { $in: records.map(({ _id }) => _id) } });
        },
      };
    },

    begin: async (noted) => {
      const note = named(noted);
      const at = moment();
      const intent = intentOf(note, at);
      const { _id } = intent;
      await intents.create(intent);
      const drop = async () => {
        await intents.deleteOne({ _id });
      };
      return {
        drop,
        done: async (detail) => {
          await recordAll([detail === undefined ? note : { ...note, detail: { ...note.detail, ...detail } }], at);
          await drop();
        },
      };
    },

    recordAbandoned: async () => {
      for (let intent = await take(); intent !== null; intent = await take()) {
        const { _id, note, at } = intent;
        if (!isSound(intent)) {
          log.error(
            { note: JSON.stringify(note)?.slice(0, 500) },
            'a change without a seal is not taken into the trail',
          );
          // By the driver: mongoose would cast an id of another kind.
          await connection.collection<IntentRecord>(intents.collection.name).deleteOne({ _id });
          continue;
        }
        // Its process may have recorded it before it ended.
        const stands = await rows.exists({ subject: note.subject, at, action: note.action });
        const outcome = intent.made === true ? {} : { outcome: UNKNOWN_OUTCOME };
        if (stands === null) await recordAll([{ ...note, detail: { ...note.detail, ...outcome } }], at);
        await intents.deleteOne({ _id });
      }
    },
  };
}
