import { setTimeout as pause } from 'node:timers/promises';
import { types } from 'node:util';
import { type Model, mongo } from 'mongoose';
import type { Logger } from 'pino';
import { inNoRequest } from '../calls/request-id.ts';
import { isDuplicateKey, troubleOf } from '../database/trouble.ts';
import { type AuditEvent, storedEvent } from './event.ts';
import { type AuditHeads, headOf } from './head.ts';
import { type AuditRecord, MAJORITY_WRITE, type SealedPlace } from './model.ts';
import { auditUnavailable, type Place, type SealKeys, sealOf } from './seal.ts';
import type { SealChain } from './seal-chain.ts';
import { rowId, SEGMENT_ROWS } from './segment.ts';

/** How long a head may lag behind the rows, in ms: many rows need one update. */
const HEAD_LAG_MS = 25;
/** How long to wait before a head is advanced again that could not be, in ms. */
const RETRY_MS = 1000;

/** Advances the head records of the segments that a process writes, behind their rows. */
interface HeadFollower {
  /** Advances the head of a segment soon, and again until it succeeds. */
  follow(end: SealedPlace): void;
  /** Whether a head is behind. */
  isBehind(): boolean;
  /** Resolves when no head is behind; what fails now is not tried again. */
  settle(): Promise<void>;
}

/** Creates the follower; `onEnded` is called with a segment that others have ended. */
function createHeadFollower(
  heads: AuditHeads,
  seals: Pick<SealChain, 'seal'>,
  { log, onEnded }: { log: Logger; onEnded: (segment: number) => void },
): HeadFollower {
  const behind = new Map<number, Place>();
  let advancing: Promise<void> | undefined;
  let isSettling = false;

  /** Advances the head of a segment. One without a head was ended by others: it is left, sealed to its last row. */
  async function advance(end: SealedPlace): Promise<void> {
    const { segment } = end;
    const name = headOf(segment);
    if (await heads.advance(name, end)) return;
    onEnded(segment);
    log.warn({ segment }, 'a segment of the audit trail has no head record any more: rows go on in another');
    // First: should this process end before it has sealed, others find the segment by its head, and seal it.
    await heads.begin(name, end);
    await seals.seal([end], [segment]);
  }

  async function advanceAll(): Promise<void> {
    let hasFailed = false;
    while (behind.size > 0) {
      await pause(hasFailed ? RETRY_MS : HEAD_LAG_MS);
      const all = [...behind];
      behind.clear();
      const failed = new Map<number, Place>();
      for (const [segment, place] of all) {
        await advance({ segment, ...place }).catch((error: unknown) => {
          if (!hasFailed) log.warn({ err: error, segment }, 'a head record of the audit trail lags behind');
          failed.set(segment, place);
        });
      }
      hasFailed = failed.size > 0;
      if (isSettling) continue;
      for (const [segment, place] of failed) if (!behind.has(segment)) behind.set(segment, place);
    }
    advancing = undefined;
  }

  return {
    follow: ({ segment, ...place }) => {
      behind.set(segment, place);
      advancing ??= advanceAll();
    },
    isBehind: () => advancing !== undefined,
    settle: async () => {
      isSettling = true;
      await advancing;
      isSettling = false;
    },
  };
}

/** How many notes are written at once: those that came while the write before was under way. */
const AT_ONCE = 500;
/** How many notes wait at most: half a minute of the embedded database's work. */
export const MAX_WAITING = 10_000;
/** How often rows are written again because another process had a row of that number, in a new segment each time. */
const MAX_ATTEMPTS = 5;
/** A process begins another segment each day, by a monotonic clock. */
const SEGMENT_MS = 24 * 3_600_000;

/** The segment that a process appends to. */
interface OwnSegment {
  readonly number: number;
  readonly since: number;
  place: Place;
}

interface Waiting {
  readonly notes: readonly AuditEvent[];
  readonly at: Date;
  readonly stored: () => void;
  readonly failed: (error: unknown) => void;
}

/** The database refused a row for what it is; all before it are stored, and none behind it. */
class RowRefused extends Error {
  override readonly name = 'RowRefused';
  readonly stored: number;

  constructor(stored: number, cause: unknown) {
    super('The database refused a row of the audit trail.', { cause });
    this.stored = stored;
  }
}

/** Whether a write failed because of what is in a row: it is known what of it is stored. */
function isRefusal(error: unknown): boolean {
  if (error instanceof mongo.MongoBulkWriteError)
    return [error.writeErrors].flat().length > 0 && troubleOf(error) === undefined;
  // The driver's, before anything is sent: one that is too large for its buffer, or for the server.
  if (types.isNativeError(error) && error.name === 'RangeError') return true;
  return error instanceof mongo.MongoInvalidArgumentError || error instanceof mongo.BSON.BSONError;
}

/** Appends to a segment that no other process writes to. */
export interface TrailWriter {
  /**
   * Appends rows, one behind the other; resolves when they are stored. Throws 503 when too many wait, or when other processes
   * have the rows' numbers again and again.
   */
  append(notes: readonly AuditEvent[], at: Date): Promise<void>;
  /** Returns the segment that is being written; undefined without one. */
  segment(): number | undefined;
  /** Ends the segment when all rows are stored, seals it, and resolves then. */
  end(): Promise<void>;
}

/** Creates the writer of a process. It opens a segment with its first row. */
export function createWriter(
  rows: Model<AuditRecord>,
  seals: SealChain,
  { heads, keys: [key], log }: { heads: AuditHeads; keys: SealKeys; log: Logger },
): TrailWriter {
  let own: OwnSegment | undefined;
  const waiting: Waiting[] = [];
  let notesWaiting = 0;
  let writing: Promise<void> | undefined;
  const follower = createHeadFollower(heads, seals, {
    log,
    onEnded: (segment) => {
      if (own?.number === segment) own = undefined;
    },
  });

  /** Returns a segment that has room. */
  async function segmentFor(count: number): Promise<OwnSegment> {
    const isOver =
      own !== undefined && (own.place.seq + count > SEGMENT_ROWS || performance.now() - own.since > SEGMENT_MS);
    if (own !== undefined && !isOver) return own;
    own = undefined;
    const { segment, hash } = await seals.open();
    const place = { seq: 0, hash };
    own = { number: segment, since: performance.now(), place };
    return own;
  }

  /** Returns the row of a note that follows a place. */
  function rowAfter({ number, place }: OwnSegment, note: AuditEvent, at: Date): AuditRecord {
    const unsealed = {
      _id: rowId({ segment: number, seq: place.seq + 1 }),
      at,
      ...storedEvent(note),
      previousHash: place.hash,
      key: key.id,
    };
    return { ...unsealed, hash: sealOf(unsealed, key) };
  }

  async function write(notes: readonly { readonly note: AuditEvent; readonly at: Date }[]): Promise<void> {
    let remaining = notes;
    for (let tries = MAX_ATTEMPTS; remaining.length > 0; tries -= 1) {
      const segment = await segmentFor(remaining.length);
      const sealed: AuditRecord[] = [];
      let { place } = segment;
      for (const { note, at } of remaining) {
        const row = rowAfter({ ...segment, place }, note, at);
        sealed.push(row);
        place = { seq: place.seq + 1, hash: row.hash };
      }
      try {
        await rows.insertMany(sealed, { ordered: true, lean: true, ...MAJORITY_WRITE });
        segment.place = place;
        follower.follow({ segment: segment.number, ...place });
        return;
      } catch (error) {
        // The outcome is unknown: this segment ends here, and another process seals it.
        own = undefined;
        const isTaken = isDuplicateKey(error);
        if (!isTaken && !isRefusal(error)) throw error;
        remaining = remaining.slice(await storedOf(sealed));
        if (!isTaken) throw new RowRefused(notes.length - remaining.length, error);
        log.error({ segment: segment.number }, 'another process writes to the same segment of the audit trail');
        if (tries === 0) throw auditUnavailable();
      }
    }
  }

  /** Returns how many of these rows are in the trail: the first ones. */
  async function storedOf(sealed: readonly AuditRecord[]): Promise<number> {
    const stored = await rows.find({ _id: { $in: sealed.map(({ _id }) => _id) } }, { hash: 1 }).lean();
    const hashes = new Set(stored.map(({ hash }) => hash));
    return sealed.filter(({ hash }) => hashes.has(hash)).length;
  }

  async function writeAll(batch: readonly Waiting[]): Promise<void> {
    try {
      await write(batch.flatMap(({ notes, at }) => notes.map((note) => ({ note, at }))));
      for (const { stored } of batch) stored();
    } catch (error) {
      if (error instanceof RowRefused && batch.length > 1) await writeSingly(batch, error.stored);
      else for (const { failed } of batch) failed(error instanceof RowRefused ? error.cause : error);
    }
  }

  /** Writes each part of a batch by itself, of which so many rows are stored: one that is refused holds up no other. */
  async function writeSingly(batch: readonly Waiting[], stored: number): Promise<void> {
    let done = stored;
    for (const part of batch) {
      const notes = part.notes.slice(done);
      done = Math.max(0, done - part.notes.length);
      await writeAll([{ ...part, notes }]);
    }
  }

  function nextBatch(): Waiting[] {
    let count = 0;
    const fits = waiting.findIndex(({ notes }) => {
      count += notes.length;
      return count > AT_ONCE;
    });
    const batch = waiting.splice(0, fits < 0 ? waiting.length : Math.max(1, fits));
    for (const { notes } of batch) notesWaiting -= notes.length;
    return batch;
  }

  async function run(): Promise<void> {
    while (waiting.length > 0) await writeAll(nextBatch());
    writing = undefined;
  }

  return {
    append: (notes, at) =>
      new Promise((stored, failed) => {
        // By what waits already: one write of many rows is taken whole.
        if (notesWaiting >= MAX_WAITING) {
          log.warn({ waiting: notesWaiting }, 'too many rows wait for the audit trail: one more is refused');
          failed(auditUnavailable());
          return;
        }
        waiting.push({ notes, at, stored, failed });
        notesWaiting += notes.length;
        // Rows of several requests are written at once, so in the name of none.
        writing ??= inNoRequest(run);
      }),
    segment: () => own?.number,
    end: async () => {
      for (;;) {
        // Rows may come while others are awaited: the segment ends in a moment in which nothing is under way.
        while (writing !== undefined || follower.isBehind()) {
          await writing;
          await follower.settle();
        }
        const ended = own;
        own = undefined;
        if (ended === undefined || ended.place.seq === 0) return;
        const { number: segment, place } = ended;
        try {
          await seals.seal([{ segment, ...place }], [segment]);
        } catch (error) {
          log.warn({ err: error, segment }, 'a segment of the audit trail is left for others to seal');
        }
      }
    },
  };
}
