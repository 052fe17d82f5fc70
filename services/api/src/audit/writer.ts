import { setTimeout as pause } from 'node:timers/promises';
import type { Model } from 'mongoose';
import type { Logger } from 'pino';
import { isDuplicateKey } from '../database/duplicate-key.ts';
import { inRequest } from '../http/request-id.ts';
import { type AuditHeads, headOf } from './head.ts';
import type { AuditRecord } from './model.ts';
import type { AuditNote } from './note.ts';
import { type Place, type SealKeys, sealOf } from './seal.ts';
import type { SealChain } from './seal-chain.ts';
import type { SealedPlace } from './seal-model.ts';
import { rowId, SEGMENT_ROWS } from './segment.ts';

/** How many notes are written at once: those that came while the write before was under way. */
const AT_ONCE = 500;
/** How often rows are written again because another process had a row of that number, in a new segment each time. */
const MOST_TRIES = 5;
/** A process begins another segment each day, by a clock that nobody can set. */
const SEGMENT_MS = 24 * 3_600_000;
/** How long a head may lag behind the rows, in ms: many rows need one update. */
const HEAD_LAG_MS = 25;

/** The segment that a process appends to. */
interface OwnSegment {
  readonly number: number;
  readonly since: number;
  place: Place;
}

interface Waiting {
  readonly notes: readonly AuditNote[];
  readonly at: Date;
  readonly stored: () => void;
  readonly failed: (error: unknown) => void;
}

/** Appends to a segment that no other process writes to. */
export interface TrailWriter {
  /** Appends rows, one behind the other; resolves when they are stored. */
  append(notes: readonly AuditNote[], at: Date): Promise<void>;
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
  let writing: Promise<void> | undefined;
  const behind = new Map<number, Place>();
  let advancing: Promise<void> | undefined;

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

  /** Returns the row of a note that follows a place. Half a character would be stored as another one than was sealed. */
  function rowAfter({ number, place }: OwnSegment, note: AuditNote, at: Date): AuditRecord {
    const unsealed = {
      _id: rowId({ segment: number, seq: place.seq + 1 }),
      at,
      action: note.action,
      actor: note.actor?.toWellFormed() ?? null,
      subject: note.subject.toWellFormed(),
      from: note.from ?? '',
      userAgent: (note.userAgent ?? '').toWellFormed(),
      detail: Object.fromEntries(Object.entries(note.detail ?? {}).map(([name, text]) => [name, text.toWellFormed()])),
      previousHash: place.hash,
      key: key.id,
      ...(note.request !== undefined && { request: note.request }),
    };
    return { ...unsealed, hash: sealOf(unsealed, key) };
  }

  /** Advances the head later. */
  function follow({ number, place }: OwnSegment): void {
    behind.set(number, place);
    advancing ??= (async () => {
      while (behind.size > 0) {
        await pause(HEAD_LAG_MS);
        const all = [...behind];
        behind.clear();
        for (const [segment, end] of all)
          await advance({ segment, ...end }).catch((error: unknown) =>
            log.warn({ err: error }, 'a head record of the audit trail lags behind'),
          );
      }
      advancing = undefined;
    })();
  }

  /** Advances the head of a segment. One without a head was ended by another process: it is left, sealed to its last row. */
  async function advance(end: SealedPlace): Promise<void> {
    const { segment } = end;
    if (await heads.advance(headOf(segment), end)) return;
    if (own?.number === segment) own = undefined;
    log.warn({ segment }, 'a segment of the audit trail has no head record any more: rows go on in another');
    await seals.seal([end], [segment]);
  }

  async function write(given: readonly { readonly note: AuditNote; readonly at: Date }[]): Promise<void> {
    let left = given;
    for (let tries = MOST_TRIES; left.length > 0; tries -= 1) {
      const segment = await segmentFor(left.length);
      const sealed: AuditRecord[] = [];
      let { place } = segment;
      for (const { note, at } of left) {
        const row = rowAfter({ ...segment, place }, note, at);
        sealed.push(row);
        place = { seq: place.seq + 1, hash: row.hash };
      }
      try {
        await rows.insertMany(sealed, { ordered: true, lean: true });
        segment.place = place;
        follow(segment);
        return;
      } catch (error) {
        // Nobody can know what of it is still to be stored: this segment ends here, and another process seals it.
        own = undefined;
        if (!isDuplicateKey(error) || tries === 0) throw error;
        log.error({ segment: segment.number }, 'another process writes to the same segment of the audit trail');
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

  async function writeAll(batch: readonly Waiting[]): Promise<void> {
    try {
      await write(batch.flatMap(({ notes, at }) => notes.map((note) => ({ note, at }))));
      for (const { stored } of batch) stored();
    } catch (error) {
      for (const { failed } of batch) failed(error);
    }
  }

  function nextBatch(): Waiting[] {
    let count = 0;
    const fits = waiting.findIndex(({ notes }) => {
      count += notes.length;
      return count > AT_ONCE;
    });
    return waiting.splice(0, fits < 0 ? waiting.length : Math.max(1, fits));
  }

  async function run(): Promise<void> {
    while (waiting.length > 0) await writeAll(nextBatch());
    writing = undefined;
  }

  return {
    append: (notes, at) =>
      new Promise((stored, failed) => {
        waiting.push({ notes, at, stored, failed });
        // Rows of several requests are written at once, in nobody's name.
        writing ??= inRequest(undefined, run);
      }),
    segment: () => own?.number,
    end: async () => {
      await writing;
      await advancing;
      if (own === undefined || own.place.seq === 0) return;
      const { number: segment, place } = own;
      own = undefined;
      try {
        await seals.seal([{ segment, ...place }], [segment]);
      } catch (error) {
        log.warn({ err: error, segment }, 'a segment of the audit trail is left for others to seal');
      }
    },
  };
}
