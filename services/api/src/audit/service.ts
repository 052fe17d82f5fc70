import type { AuditAction } from '@cytocomm/contract';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Database } from '../database/database.ts';
import { isDuplicateKey } from '../database/duplicate-key.ts';
import { type Checkpoint, GENESIS, type TrailReport, verifyTrail } from './chain.ts';
import { createErasure } from './erasure.ts';
import { AuditFault } from './fault.ts';
import { createHead, type HeadRecord, isGenuine } from './head.ts';
import { createIntents, type Intent } from './intents.ts';
import { type AuditRecord, auditModel } from './model.ts';
import { checkpointSealOf, type Place, sealKeys, sealOf } from './seal.ts';

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
  /** Appends; resolves when the row is stored. `at` is now, unless it happened earlier. */
  record(note: AuditNote, at?: Date): Promise<void>;
  /** Writes down a change before it is made. */
  intend(note: AuditNote): Promise<Intent>;
  /** Puts changes into the trail whose process ended before it could. */
  recordAbandoned(): Promise<void>;
  /** The newest rows about a subject. */
  about(subject: string, limit: number): Promise<readonly AuditRecord[]>;
  /** Rows below a number, newest first, of everything or of one subject. */
  page(limit: number, below?: number, subject?: string): Promise<readonly AuditRecord[]>;
  /** Throws AuditFault when the trail is sealed with a secret that is not among the settings. */
  assertProvable(): Promise<void>;
  /** Throws AuditFault when a row about this address was altered: then it cannot be erased. */
  assertErasable(email: string): Promise<void>;
  /** Puts a pseudonym in place of a person; the trail stays whole. Returns the number of rows. */
  erase(email: string, pseudonym: string): Promise<number>;
  /** Reads the whole trail and holds it to its seals and to what was noted outside. */
  verify(checkpoints: readonly Checkpoint[]): Promise<TrailReport>;
  /** The newest row as a checkpoint, to be kept outside the database; undefined while there is no row. */
  checkpoint(): Promise<Checkpoint | undefined>;
  /** Resolves when everything is written; to be called before the database is closed. */
  settle(): Promise<void>;
}

const OTHER_SECRET =
  'the audit trail of this database is sealed with a secret that is not among those of AUDIT_SECRET and TOKEN_SECRET';

/** The audit trail of a database. */
export function createAuditTrail(database: Database, config: Pick<Config, 'auditSecrets'>, log: Logger): AuditTrail {
  const rows = auditModel(database.connection);
  const keys = sealKeys(config.auditSecrets);
  const [key] = keys;
  const head = createHead(database.connection, keys);
  let end: Place | undefined;
  let last: Promise<void> = Promise.resolve();
  let behind: Place | undefined;
  let advancing: Promise<void> | undefined;

  const isKnown = (known: HeadRecord) => keys.some(({ id }) => id === known.key);

  /** Where the next row goes. The head is read first, so that it is never ahead of rows that are just being written. */
  async function readEnd(): Promise<Place> {
    const known = await head.read();
    const newest = await rows.findOne().sort({ _id: -1 }).lean();
    const place = newest === null ? { seq: 0, hash: GENESIS } : { seq: newest._id, hash: newest.hash };
    if (known === undefined) {
      if (newest?.key !== undefined)
        log.error('the head record of the audit trail is missing: look at `npm run audit`');
      else await head.begin(place);
      return place;
    }
    if (!isKnown(known)) log.error(OTHER_SECRET);
    if (known.seq <= place.seq || !isGenuine(known, keys)) return place;
    // The gap stays: a row in its place would hide that some were removed.
    log.error({ row: place.seq, head: known.seq }, 'the audit trail has lost its newest rows: look at `npm run audit`');
    return { seq: known.seq, hash: known.hash };
  }

  /** Lets the head follow by itself: a row is safe when it is stored, and several rows need one change of the head. */
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

  async function append(note: AuditNote, at: Date): Promise<void> {
    for (;;) {
      end ??= await readEnd();
      const unsealed = {
        _id: end.seq + 1,
        at,
        action: note.action,
        actor: note.actor,
        subject: note.subject,
        from: note.from ?? '',
        userAgent: note.userAgent ?? '',
        detail: { ...note.detail },
        previousHash: end.hash,
        key: key.id,
      };
      const row = { ...unsealed, hash: sealOf(unsealed, key) };
      try {
        await rows.create(row);
        end = { seq: row._id, hash: row.hash };
        follow(end);
        return;
      } catch (error) {
        end = undefined;
        // Another process took this place in the chain: read its row and go behind it.
        if (!isDuplicateKey(error)) throw error;
      }
    }
  }

  function record(note: AuditNote, at = new Date()): Promise<void> {
    // One append at a time in this process: its own calls never compete for a place.
    const turn = last.then(() => append(note, at));
    last = turn.catch(() => undefined);
    return turn;
  }
  const intents = createIntents(database, record);
  const erasure = createErasure(database.connection, keys);

  return {
    record,
    intend: intents.begin,
    recordAbandoned: intents.recordAbandoned,
    assertErasable: erasure.assertSound,
    erase: erasure.erase,
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
    assertProvable: async () => {
      const known = await head.read();
      if (known !== undefined && !isKnown(known)) throw new AuditFault(`${OTHER_SECRET}.`);
    },
    verify: async (checkpoints) => {
      const known = await head.read();
      return verifyTrail(rows.find().sort({ _id: 1 }).lean().cursor(), { keys, head: known, checkpoints });
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
