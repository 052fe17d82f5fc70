import type { AuditAction } from '@cytocomm/contract';
import { type Connection, Types } from 'mongoose';
import type { Logger } from 'pino';
import { currentRequestId } from '../calls/request-id.ts';
import type { Database } from '../database/database.ts';
import { afterCommit } from '../database/transaction.ts';
import type { Page } from '../lists/pages.ts';
import type { Config } from '../settings/config.ts';
import { createErasure } from './erasure.ts';
import { type AuditEvent, type EventMetrics, NO_EVENT_METRICS, storedEvent } from './event.ts';
import { type AuditRecord, auditModel, MAJORITY_WRITE, sealModel } from './model.ts';
import { AuditFault, type Checkpoint, evidenceMacOf, isSame, rowMacOf, type SealKeys, sealKeys } from './seal.ts';
import { createSealer } from './sealer.ts';
import { searchTrail, type TrailFilter } from './search.ts';
import { type TrailReport, verifyTrail } from './verify.ts';

export type { AuditRecord } from './model.ts';

/** The fields of a row that prove a record outside the trail. */
export type EvidenceRow = Pick<AuditRecord, 'actor' | 'at' | 'subject' | 'detail' | 'erased'>;

/** Proves records outside the trail, which name people or are read by others. */
export interface Evidence {
  /** Returns the seal of a record's content. */
  seal(content: readonly unknown[]): string;
  /** Whether a record's content has such a seal, of any of the secrets. */
  isSealed(content: readonly unknown[], seal: unknown): boolean;
  /** Returns all that rows of an action are about. */
  subjectsOf(action: AuditAction): Promise<readonly string[]>;
  /** Returns all rows of an action about a subject, oldest first. */
  rowsOf(action: AuditAction, subject: string): Promise<readonly EvidenceRow[]>;
}

/** Creates the evidence of a trail. */
function createEvidence(connection: Connection, keys: SealKeys): Evidence {
  const rows = auditModel(connection);
  return {
    seal: (content) => evidenceMacOf(content, keys[0]),
    isSealed: (content, seal) =>
      typeof seal === 'string' && keys.some((key) => isSame(seal, evidenceMacOf(content, key))),
    subjectsOf: (action) => rows.distinct('subject', { action }),
    rowsOf: (action, subject) => rows.find({ subject, action }).sort({ at: 1, _id: 1 }).lean(),
  };
}

/** The append-only trail: rows with a MAC each, and a chain of seals over them. */
export interface AuditTrail {
  readonly evidence: Evidence;
  /** Appends a row, in the transaction of its change if there is one. `at` is now by default. */
  record(note: AuditEvent, at?: Date): Promise<void>;
  /** Appends rows, in the transaction of their change if there is one. */
  recordAll(notes: readonly AuditEvent[]): Promise<void>;
  /** Returns the newest rows about a subject. */
  about(subject: string, limit: number): Promise<readonly AuditRecord[]>;
  /** Returns a page of rows, newest first unless the filter says otherwise. Throws 400 for a cursor that no page had. */
  page(filter: TrailFilter, limit: number, cursor?: string): Promise<Page<AuditRecord>>;
  /** Throws AuditFault when the settings lack the trail's secret. */
  assertProvable(): Promise<void>;
  /** Throws AuditFault when a row about an address was altered: it cannot be erased. */
  assertErasable(email: string): Promise<void>;
  /** Replaces a person by a pseudonym; the trail stays valid. Returns the number of rows. */
  erase(email: string, pseudonym: string): Promise<number>;
  /** Whether rows wait for a seal. */
  isSealDue(): Promise<boolean>;
  /** Seals the rows that wait. */
  seal(): Promise<void>;
  /** Seals what waits, and verifies the whole trail, also against checkpoints. */
  verify(checkpoints?: readonly Checkpoint[]): Promise<TrailReport>;
  /** Returns the newest seal as a checkpoint; undefined without one. */
  checkpoint(): Promise<Checkpoint | undefined>;
}

const OTHER_SECRET =
  'the audit trail of this database is sealed with a secret that is not among those of AUDIT_SECRET and TOKEN_SECRET';

/** How far the shared time may seem to go back between two rows of a process, in ms: it follows the server by replies. */
const STEP_BACK_MS = 1000;

/** Creates the audit trail of a database; `noted` is called with each action that is stored. */
export function createAuditTrail(
  database: Database,
  config: Pick<Config, 'auditSecrets'>,
  log: Logger,
  { noted }: Pick<EventMetrics, 'noted'> = NO_EVENT_METRICS,
): AuditTrail {
  const { connection, now } = database;
  const rows = auditModel(connection);
  const keys = sealKeys(config.auditSecrets);
  const [key] = keys;
  const sealer = createSealer(database, keys, log);
  const erasure = createErasure(connection, keys);
  let newest = new Date(0);

  /** Returns the moment of a row: by the time that all processes share, and not before the row before. */
  function moment(): Date {
    const at = now();
    if (newest.getTime() - at.getTime() > STEP_BACK_MS || at > newest) newest = at;
    return newest;
  }

  async function recordAll(notes: readonly AuditEvent[], at = moment()): Promise<void> {
    if (notes.length === 0) return;
    const request = currentRequestId();
    const stored = notes.map((note): AuditRecord => {
      const content = { _id: new Types.ObjectId(), at, ...storedEvent({ request, ...note }) };
      return { ...content, key: key.id, mac: rowMacOf(content, key), seal: null };
    });
    await rows.insertMany(stored, { lean: true, ...MAJORITY_WRITE });
    afterCommit(() => {
      for (const { action } of notes) noted(action);
    });
  }

  return {
    evidence: createEvidence(connection, keys),
    record: (note, at) => recordAll([note], at),
    recordAll: (notes) => recordAll(notes),
    about: (subject, limit) => rows.find({ subject }).sort({ at: -1, _id: -1 }).limit(limit).lean(),
    page: (filter, limit, cursor) => searchTrail(rows, filter, limit, cursor),
    assertProvable: async () => {
      const seal = await sealModel(connection).findOne().sort({ _id: -1 }).lean();
      if (seal !== null && !keys.some(({ id }) => id === seal.key)) throw new AuditFault(`${OTHER_SECRET}.`);
    },
    assertErasable: erasure.assertSound,
    erase: erasure.erase,
    isSealDue: sealer.isDue,
    seal: sealer.seal,
    verify: async (checkpoints = []) => {
      await sealer.seal();
      return verifyTrail(connection, keys, { checkpoints, now: now() });
    },
    checkpoint: sealer.newest,
  };
}
