import type { AuditAction } from '@cytocomm/contract';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Database } from '../database/database.ts';
import { isDuplicateKey } from '../database/duplicate-key.ts';
import { currentRequestId } from '../http/request-id.ts';
import { type EventMetrics, NO_EVENT_METRICS } from '../operators/event-metrics.ts';
import { type Checkpoint, GENESIS, type TrailReport, verifyTrail } from './chain.ts';
import { createErasure } from './erasure.ts';
import { AuditFault } from './fault.ts';
import { createHead, type HeadRecord, isGenuine } from './head.ts';
import { createIntents, type Intent, type IntentsOfWrite } from './intents.ts';
import { type AuditRecord, auditModel } from './model.ts';
import { checkpointSealOf, type Place, sealKeys, sealOf } from './seal.ts';
import { searchTrail, type TrailFilter, type TrailPage } from './search.ts';

/** An event for the trail: who did what to whom, from where. */
export interface AuditNote {
  readonly action: AuditAction;
  /** The actor's e-mail; null for nobody. */
  readonly actor: string | null;
  /** An e-mail or id. */
  readonly subject: string;
  readonly from?: string;
  readonly userAgent?: string;
  readonly detail?: Readonly<Record<string, string>>;
  /** The id of the request; by default that of the one that is being answered. */
  readonly request?: string | undefined;
}

/** The append-only trail; each row contains the hash of the previous one. */
export interface AuditTrail {
  /** Appends a row; resolves when it is stored. `at` is now by default. */
  record(note: AuditNote, at?: Date): Promise<void>;
  /** Records a change before it is made. */
  intend(note: AuditNote): Promise<Intent>;
  /** Records the changes of one write before it is made. */
  intendAll(notes: readonly AuditNote[]): Promise<IntentsOfWrite>;
  /** Records the changes of ended processes. */
  recordAbandoned(): Promise<void>;
  /** Returns the newest rows about a subject. */
  about(subject: string, limit: number): Promise<readonly AuditRecord[]>;
  /** Returns a page of rows, newest first. Throws 400 for a cursor that no page had. */
  page(filter: TrailFilter, limit: number, cursor?: string): Promise<TrailPage>;
  /** Throws AuditFault when the settings lack the trail's secret. */
  assertProvable(): Promise<void>;
  /** Throws AuditFault when a row about an address was altered: it cannot be erased. */
  assertErasable(email: string): Promise<void>;
  /** Replaces a person by a pseudonym; the trail stays valid. Returns the number of rows. */
  erase(email: string, pseudonym: string): Promise<number>;
  /** Verifies the whole trail, also against checkpoints. */
  verify(checkpoints: readonly Checkpoint[]): Promise<TrailReport>;
  /** Returns the newest row as a checkpoint; undefined without rows. */
  checkpoint(): Promise<Checkpoint | undefined>;
  /** Resolves when all rows are stored; to be called before the database closes. */
  settle(): Promise<void>;
}

const OTHER_SECRET =
  'the audit trail of this database is sealed with a secret that is not among those of AUDIT_SECRET and TOKEN_SECRET';

/** Creates the audit trail of a database; `noted` is called with each action that is stored. */
export function createAuditTrail(
  database: Database,
  config: Pick<Config, 'auditSecrets'>,
  log: Logger,
  { noted }: Pick<EventMetrics, 'noted'> = NO_EVENT_METRICS,
): AuditTrail {
  const rows = auditModel(database.connection);
  const keys = sealKeys(config.auditSecrets);
  const [key] = keys;
  const head = createHead(database.connection, keys);
  let end: Place | undefined;
  let last: Promise<void> = Promise.resolve();
  let behind: Place | undefined;
  let advancing: Promise<void> | undefined;

  const isKnown = (stored: HeadRecord) => keys.some(({ id }) => id === stored.key);

  /** Returns the end of the trail. Reads the head first: rows may be appended meanwhile. */
  async function readEnd(): Promise<Place> {
    const stored = await head.read();
    const newest = await rows.findOne().sort({ _id: -1 }).lean();
    const place = newest === null ? { seq: 0, hash: GENESIS } : { seq: newest._id, hash: newest.hash };
    if (stored === undefined) {
      if (newest?.key !== undefined)
        log.error('the head record of the audit trail is missing: look at `npm run audit`');
      else await head.begin(place);
      return place;
    }
    if (!isKnown(stored)) log.error(OTHER_SECRET);
    if (stored.seq <= place.seq || !isGenuine(stored, keys)) return place;
    // The gap stays: a row in it would hide the removal.
    log.error(
      { row: place.seq, head: stored.seq },
      'the audit trail has lost its newest rows: look at `npm run audit`',
    );
    return { seq: stored.seq, hash: stored.hash };
  }

  /** Advances the head later: several rows need one update. */
  function follow(place: Place): void {
    behind = place;
    advancing ??= (async () => {
      while (behind !== undefined) {
        const next = behind;
        behind = undefined;
        await head
          .advance(next)
          .catch((error: unknown) => log.warn({ err: error }, 'the head record of the audit trail lags behind'));
      }
      advancing = undefined;
    })();
  }

  /** Returns the row of a note that follows a place. */
  function rowAfter({ seq, hash }: Place, note: AuditNote, at: Date): AuditRecord {
    const unsealed = {
      _id: seq + 1,
      at,
      action: note.action,
      actor: note.actor,
      subject: note.subject,
      from: note.from ?? '',
      userAgent: note.userAgent ?? '',
      detail: { ...note.detail },
      previousHash: hash,
      key: key.id,
      ...(note.request !== undefined && { request: note.request }),
    };
    return { ...unsealed, hash: sealOf(unsealed, key) };
  }

  async function append(notes: readonly AuditNote[], at: Date): Promise<void> {
    for (let left = notes; left.length > 0; ) {
      end ??= await readEnd();
      const sealed: AuditRecord[] = [];
      let place = end;
      for (const note of left) {
        const row = rowAfter(place, note, at);
        sealed.push(row);
        place = { seq: row._id, hash: row.hash };
      }
      try {
        await rows.insertMany(sealed, { ordered: true });
        end = place;
        left = [];
        follow(place);
      } catch (error) {
        end = undefined;
        // Another process wrote one of these rows: append after it.
        if (!isDuplicateKey(error)) throw error;
        left = left.slice(await storedOf(sealed));
      }
    }
  }

  /** Returns how many of these rows are in the trail: the first ones. */
  async function storedOf(sealed: readonly AuditRecord[]): Promise<number> {
    const stored = await rows.find({ _id: { $in: sealed.map(({ _id }) => _id) } }, { hash: 1 }).lean();
    const hashes = new Set(stored.map(({ hash }) => hash));
    return sealed.filter(({ hash }) => hashes.has(hash)).length;
  }

  /** Appends rows one after the other, by few writes. */
  function recordAll(given: readonly AuditNote[], at: Date): Promise<void> {
    const request = currentRequestId();
    const notes = given.map((note) => ({ request, ...note }));
    // One append at a time per process.
    const appended = last.then(async () => {
      await append(notes, at);
      for (const { action } of notes) noted(action);
    });
    last = appended.catch(() => undefined);
    return appended;
  }
  const record: AuditTrail['record'] = (note, at = new Date()) => recordAll([note], at);
  const intents = createIntents(database, recordAll);
  const erasure = createErasure(database.connection, keys);

  return {
    record,
    intend: intents.begin,
    intendAll: intents.beginAll,
    recordAbandoned: intents.recordAbandoned,
    assertErasable: erasure.assertSound,
    erase: erasure.erase,
    about: (subject, limit) => rows.find({ subject }).sort({ _id: -1 }).limit(limit).lean(),
    page: (filter, limit, cursor) => searchTrail(rows, filter, limit, cursor),
    assertProvable: async () => {
      const stored = await head.read();
      if (stored !== undefined && !isKnown(stored)) throw new AuditFault(`${OTHER_SECRET}.`);
    },
    verify: async (checkpoints) => {
      const stored = await head.read();
      return verifyTrail(rows.find().sort({ _id: 1 }).lean().cursor(), { keys, head: stored, checkpoints });
    },
    checkpoint: async () => {
      const newest = await rows.findOne().sort({ _id: -1 }).lean();
      if (newest === null) return undefined;
      return { seq: newest._id, seal: checkpointSealOf({ seq: newest._id, hash: newest.hash }, key) };
    },
    settle: async () => {
      await last;
      await advancing;
    },
  };
}
