import type { AuditAction } from '@cytocomm/contract';
import { mongo } from 'mongoose';
import type { Database } from '../database/database.ts';
import { firstBreak, GENESIS, sealOf } from './chain.ts';
import { type AuditRecord, auditModel } from './model.ts';

/** Something worth keeping for ever: who did what to whom, from where. */
export interface AuditNote {
  readonly action: AuditAction;
  /** The e-mail of who did it; null when nobody was signed in. */
  readonly actor: string | null;
  /** Whom or what it concerns: an e-mail or an id. */
  readonly subject: string;
  readonly from?: string;
  readonly userAgent?: string;
  readonly detail?: Readonly<Record<string, string>>;
}

/** The append-only trail; each row carries the hash of the one before, across all processes. */
export interface AuditTrail {
  /** Appends; resolves when the row is stored. */
  record(note: AuditNote): Promise<void>;
  /** The newest rows about a subject. */
  about(subject: string, limit: number): Promise<readonly AuditRecord[]>;
  /** Rows below a number, newest first, of everything or of one subject. */
  page(limit: number, below?: number, subject?: string): Promise<readonly AuditRecord[]>;
  /** The number of the first row that was altered or is missing; undefined when the chain is whole. */
  firstBreak(): Promise<number | undefined>;
}

const DUPLICATE_KEY = 11_000;

/** The audit trail of a database. */
export function createAuditTrail(database: Database): AuditTrail {
  const rows = auditModel(database.connection);
  let head: { readonly seq: number; readonly hash: string } | undefined;
  let last: Promise<void> = Promise.resolve();

  async function readHead(): Promise<{ seq: number; hash: string }> {
    const newest = await rows.findOne().sort({ _id: -1 }).lean();
    return newest === null ? { seq: 0, hash: GENESIS } : { seq: newest._id, hash: newest.hash };
  }

  async function append(note: AuditNote, at: Date): Promise<void> {
    for (;;) {
      head ??= await readHead();
      const unsealed = {
        _id: head.seq + 1,
        at,
        action: note.action,
        actor: note.actor,
        subject: note.subject,
        from: note.from ?? '',
        userAgent: note.userAgent ?? '',
        detail: { ...note.detail },
        previousHash: head.hash,
      };
      const row = { ...unsealed, hash: sealOf(unsealed) };
      try {
        await rows.create(row);
        head = { seq: row._id, hash: row.hash };
        return;
      } catch (error) {
        head = undefined;
        // Another process took this place in the chain: read its row and go behind it.
        if (!(error instanceof mongo.MongoServerError) || error.code !== DUPLICATE_KEY) throw error;
      }
    }
  }

  return {
    record: (note) => {
      const at = new Date();
      // One append at a time in this process: its own calls never compete for a place.
      const turn = last.then(() => append(note, at));
      last = turn.catch(() => undefined);
      return turn;
    },
    about: (subject, limit) => rows.find({ subject }).sort({ _id: -1 }).limit(limit).lean(),
    page: (limit, below, subject) =>
      rows
        .find({
          ...(below === undefined ? {} : { _id: { $lt: below } }),
          ...(subject === undefined ? {} : { subject }),
        })
        .sort({ _id: -1 })
        .limit(limit)
        .lean(),
    firstBreak: () => firstBreak(rows.find().sort({ _id: 1 }).lean().cursor()),
  };
}
