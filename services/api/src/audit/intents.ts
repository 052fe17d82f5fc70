import { randomUUID } from 'node:crypto';
import { type Connection, type Model, Schema } from 'mongoose';
import type { Database } from '../database/database.ts';
import { recordOptions } from '../database/record.ts';
import { type AuditRecord, auditModel } from './model.ts';
import type { AuditNote } from './service.ts';

/** A change that was about to be made when this was written. It goes when the change is in the trail. */
interface IntentRecord {
  readonly _id: string;
  readonly note: AuditNote;
  readonly at: Date;
  /** From when on its process counts as gone. */
  readonly dueAt: Date;
}

const schema = new Schema<IntentRecord>(
  {
    _id: String,
    note: { type: Schema.Types.Mixed, required: true },
    at: { type: Date, required: true },
    dueAt: { type: Date, required: true },
  },
  recordOptions('audit_intents'),
);
schema.index({ dueAt: 1 });

/** A process that has said nothing of its change by then has ended. */
const ABANDONED_MS = 2 * 60_000;
/** What the row of an abandoned change says of it. */
const UNKNOWN_OUTCOME = 'not known: the process ended before it was noted';

/** A change that is being made. */
export interface Intent {
  /** It was made: now it stands in the trail. */
  done(): Promise<void>;
  /** It was not made. */
  drop(): Promise<void>;
}

/** Changes that are written down before they are made, so that a process that ends in between loses none. */
export interface Intents {
  begin(note: AuditNote): Promise<Intent>;
  /** Puts into the trail what ended processes have left, saying that nobody knows whether it was done. */
  recordAbandoned(): Promise<void>;
}

/** The intents of a connection. */
export function intentModel(connection: Connection): Model<IntentRecord> {
  return connection.model<IntentRecord>('AuditIntent', schema);
}

/** The intents of a database; `record` appends to its trail. */
export function createIntents(
  { connection, now }: Pick<Database, 'connection' | 'now'>,
  record: (note: AuditNote, at: Date) => Promise<void>,
): Intents {
  const intents = intentModel(connection);
  const rows: Model<AuditRecord> = auditModel(connection);
  const later = () => new Date(now().getTime() + ABANDONED_MS);

  /** The oldest that is due; it is nobody else's for a while. */
  const take = () =>
    intents.findOneAndUpdate({ dueAt: { $lte: now() } }, { $set: { dueAt: later() } }, { sort: { dueAt: 1 } }).lean();

  return {
    begin: async (note) => {
      const _id = randomUUID();
      const at = new Date();
      await intents.create({ _id, note, at, dueAt: later() });
      const drop = async () => {
        await intents.deleteOne({ _id });
      };
      return {
        drop,
        done: async () => {
          await record(note, at);
          await drop();
        },
      };
    },

    recordAbandoned: async () => {
      for (let found = await take(); found !== null; found = await take()) {
        const { _id, note, at } = found;
        // Its process may have ended between the row and this.
        const stands = await rows.exists({ subject: note.subject, at, action: note.action });
        if (stands === null) await record({ ...note, detail: { ...note.detail, outcome: UNKNOWN_OUTCOME } }, at);
        await intents.deleteOne({ _id });
      }
    },
  };
}
