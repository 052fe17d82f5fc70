import type { AuditAction } from '@cytocomm/contract';
import type { Connection } from 'mongoose';
import type { Logger } from 'pino';
import { currentRequestId } from '../calls/request-id.ts';
import type { Database } from '../database/database.ts';
import type { Page } from '../lists/pages.ts';
import type { Config } from '../settings/config.ts';
import { createErasure } from './erasure.ts';
import { type AuditEvent, type EventMetrics, NO_EVENT_METRICS } from './event.ts';
import { createHeads } from './head.ts';
import { createIntents, type Intent, type IntentsOfWrite } from './intents.ts';
import { type AuditRecord, auditModel } from './model.ts';
import {
  AuditFault,
  type Checkpoint,
  evidenceSealOf,
  isSame,
  rootCheckpointSealOf,
  type SealKeys,
  sealKeys,
} from './seal.ts';
import { createSealChain, createSealing } from './seal-chain.ts';
import { searchTrail, type TrailFilter } from './search.ts';
import { storedTrail, type TrailReport, verifyTrail } from './verify.ts';
import { createWriter } from './writer.ts';

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
    seal: (content) => evidenceSealOf(content, keys[0]),
    isSealed: (content, seal) =>
      typeof seal === 'string' && keys.some((key) => isSame(seal, evidenceSealOf(content, key))),
    subjectsOf: (action) => rows.distinct('subject', { action }),
    rowsOf: (action, subject) => rows.find({ subject, action }).sort({ at: 1, _id: 1 }).lean(),
  };
}

/** The append-only trail: each process appends to a segment of its own, and seals over the ends of all segments are its root. */
export interface AuditTrail {
  readonly evidence: Evidence;
  /** Appends a row; resolves when it is stored. `at` is now by default. */
  record(note: AuditEvent, at?: Date): Promise<void>;
  /** Records a change before it is made. */
  intend(note: AuditEvent): Promise<Intent>;
  /** Records the changes of one write before it is made; `made`: in its transaction. */
  intendAll(notes: readonly AuditEvent[], made?: true): Promise<IntentsOfWrite>;
  /** Records the changes of ended processes. */
  recordAbandoned(): Promise<void>;
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
  /** Verifies the whole trail, also against checkpoints. */
  verify(checkpoints?: readonly Checkpoint[]): Promise<TrailReport>;
  /** Seals the ends of all segments that have grown, those of ended processes included. */
  seal(): Promise<void>;
  /** Seals as `seal` does, unless some process has within the last 50 s: to be called by each once a minute. */
  sealInTurn(): Promise<void>;
  /** Seals, and returns the newest seal as a checkpoint; undefined without rows. */
  checkpoint(): Promise<Checkpoint | undefined>;
  /** Resolves when all rows are stored and their segment is sealed; to be called before the database closes. */
  settle(): Promise<void>;
}

const OTHER_SECRET =
  'the audit trail of this database is sealed with a secret that is not among those of AUDIT_SECRET and TOKEN_SECRET';

/** For how long a seal of one process does for all, in ms: less than a job's minute, so that the next run is not left out. */
const SEALED_MS = 50_000;

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
  const heads = createHeads(connection, keys, now);
  const seals = createSealChain(connection, heads, { keys, now, log });
  const writer = createWriter(rows, seals, { heads, keys, log });
  const sealAll = createSealing({ rows, heads, seals, keys, now, log });
  let newest = new Date(0);

  /** Returns the moment of a row: by the time that all processes share, and not before the row before. */
  function moment(): Date {
    const at = now();
    if (newest.getTime() - at.getTime() > STEP_BACK_MS || at > newest) newest = at;
    return newest;
  }

  /** Appends rows one after the other, by few writes. */
  async function recordAll(given: readonly AuditEvent[], at: Date): Promise<void> {
    if (given.length === 0) return;
    const request = currentRequestId();
    await writer.append(
      given.map((note) => ({ request, ...note })),
      at,
    );
    for (const { action } of given) noted(action);
  }
  const intents = createIntents(database, { recordAll, moment, keys, log });
  const erasure = createErasure(connection, keys);

  return {
    evidence: createEvidence(connection, keys),
    record: (note, at = moment()) => recordAll([note], at),
    intend: intents.begin,
    intendAll: intents.beginAll,
    recordAbandoned: intents.recordAbandoned,
    assertErasable: erasure.assertSound,
    erase: erasure.erase,
    about: (subject, limit) => rows.find({ subject }).sort({ at: -1, _id: -1 }).limit(limit).lean(),
    page: (filter, limit, cursor) => searchTrail(rows, filter, limit, cursor),
    assertProvable: async () => {
      const isKnown = (id: string) => keys.some((key) => key.id === id);
      if (!(await heads.all()).every((head) => isKnown(head.key))) throw new AuditFault(`${OTHER_SECRET}.`);
    },
    verify: (checkpoints = []) => verifyTrail(storedTrail(connection, heads), keys, checkpoints),
    seal: () => sealAll(writer.segment()),
    sealInTurn: async () => {
      await seals.catchUp();
      const at = seals.sealedAt();
      // A moment that is yet to come was written by a clock that has gone wrong: it puts nothing off.
      const since = at === undefined ? undefined : now().getTime() - at.getTime();
      if (since === undefined || since < 0 || since >= SEALED_MS) await sealAll(writer.segment());
    },
    checkpoint: async () => {
      await sealAll(writer.segment());
      const place = await seals.newest();
      return place === undefined ? undefined : { seq: place.seq, seal: rootCheckpointSealOf(place, keys[0]) };
    },
    settle: writer.end,
  };
}
