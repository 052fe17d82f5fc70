import { setTimeout as pause } from 'node:timers/promises';
import type { Connection, Model } from 'mongoose';
import type { Logger } from 'pino';
import { isDuplicateKey } from '../database/trouble.ts';
import { type AuditHeads, headOf, isGenuine, SEALS_HEAD, segmentOfHead } from './head.ts';
import { type AuditRecord, MAJORITY, MAJORITY_WRITE, type SealedPlace, type SealRecord, sealModel } from './model.ts';
import { auditUnavailable, GENESIS, type Place, rootSealOf, type SealKeys } from './seal.ts';
import { placeOfRow, rowsOf } from './segment.ts';

/** A segment whose head has not moved for so long grows no more: its process goes on to another one each day. */
const ENDED_MS = 2 * 24 * 3_600_000;

/** Dependencies of `createSealing`. */
export interface Sealing {
  readonly rows: Model<AuditRecord>;
  readonly heads: AuditHeads;
  readonly seals: SealChain;
  readonly keys: SealKeys;
  readonly now: () => Date;
  readonly log: Logger;
}

/** Returns the place of the newest row of a segment; undefined without rows. */
async function newestOf(rows: Model<AuditRecord>, segment: number): Promise<SealedPlace | undefined> {
  const newest = await rows.findOne(rowsOf(segment), { hash: 1 }).sort({ _id: -1 }).readConcern(MAJORITY).lean();
  const seq = placeOfRow(newest?._id)?.seq;
  return newest === null || seq === undefined ? undefined : { segment, seq, hash: newest.hash };
}

/** Returns a function that seals the ends of all segments that have heads, and of this process's `own`. */
export function createSealing({ rows, heads, seals, keys, now, log }: Sealing) {
  const reported = new Set<number>();

  return async (own: number | undefined): Promise<void> => {
    await seals.catchUp();
    const places: SealedPlace[] = [];
    const ended: number[] = [];
    const stored = await heads.all();
    const segments = new Set([
      ...(own === undefined ? [] : [own]),
      ...stored.flatMap((head) => segmentOfHead(head) ?? []),
    ]);
    for (const segment of segments) {
      const head = stored.find(({ _id }) => _id === headOf(segment));
      const newest = await newestOf(rows, segment);
      const isLost = head !== undefined && head.seq > (newest?.seq ?? 0) && isGenuine(head, keys);
      // The place that the head names is sealed all the same: what was removed is then missed for ever.
      if (isLost) places.push({ segment, seq: head.seq, hash: head.hash });
      else if (newest !== undefined) places.push(newest);
      if (isLost && !reported.has(segment)) {
        reported.add(segment);
        log.error(
          { segment, row: newest?.seq ?? 0, head: head.seq },
          'the audit trail has lost its newest rows: look at `npm run audit`',
        );
      }
      const { movedAt } = head ?? {};
      if (movedAt !== undefined && now().getTime() - movedAt.getTime() > ENDED_MS) ended.push(segment);
    }
    await seals.seal(places, ended);
  };
}

/** How often a seal is tried again when another process has just written its number. */
const MAX_ATTEMPTS = 50;
/** How long to wait for a seal that not yet a majority of the servers has, in ms. */
const RETRY_MS = 20;

/** The root of a trail: each seal names ends of segments, and follows the seal before. */
export interface SealChain {
  /** Opens a new segment. Returns its number, and the hash that its first row follows. */
  open(): Promise<{ readonly segment: number; readonly hash: string }>;
  /** Reads what other processes have sealed. To be called before the places are read that are to be sealed. */
  catchUp(): Promise<void>;
  /** Seals those of these places that are not sealed yet, and the end of segments, whose heads go with it. */
  seal(places: readonly SealedPlace[], ends?: readonly number[]): Promise<void>;
  /** Returns the newest seal; undefined without one. */
  newest(): Promise<Place | undefined>;
  /** Returns when the newest seal was made that names ends of segments, as far as this process has read; undefined without one. */
  sealedAt(): Date | undefined;
}

/** Dependencies of `createSealChain`. */
interface Sealer {
  readonly keys: SealKeys;
  readonly now: () => Date;
  readonly log: Logger;
}

/** Creates the chain of seals of a database. */
export function createSealChain(connection: Connection, heads: AuditHeads, { keys, now, log }: Sealer): SealChain {
  const rows = sealModel(connection);
  const [key] = keys;
  let end: Place | undefined;
  let sealedAt: Date | undefined;
  let reportedLost = 0;
  /** How far each segment is sealed, as far as this process has read; sealing the same place again does no harm. */
  const sealed = new Map<number, number>();

  function take({ _id, hash, places, at }: SealRecord): void {
    if (end === undefined || _id > end.seq) end = { seq: _id, hash };
    if (places.length > 0) sealedAt = at;
    for (const { segment, seq } of places) sealed.set(segment, Math.max(seq, sealed.get(segment) ?? 0));
  }

  /** Returns the end of the chain. Reads the head first: seals may be appended meanwhile. */
  async function readEnd(): Promise<Place> {
    const head = await heads.read(SEALS_HEAD);
    const newest = await rows.findOne().sort({ _id: -1 }).readConcern(MAJORITY).lean();
    if (newest !== null) take(newest);
    const place = newest === null ? { seq: 0, hash: GENESIS } : { seq: newest._id, hash: newest.hash };
    if (head === undefined) {
      if (newest !== null) log.error('the head record of the seals is missing: look at `npm run audit`');
      else await heads.begin(SEALS_HEAD, place);
      return place;
    }
    if (head.seq <= place.seq || !isGenuine(head, keys)) return place;
    // The gap stays: a seal in it would hide the removal.
    log.error(
      { seal: place.seq, head: head.seq },
      'the audit trail has lost its newest seals: look at `npm run audit`',
    );
    return { seq: head.seq, hash: head.hash };
  }

  /** Logs that a seal is gone, once. A server that has just become the primary has it, and does not know yet that others have. */
  async function reportLost({ seq, hash }: Place): Promise<void> {
    if (reportedLost >= seq || (await rows.exists({ _id: seq, hash })) !== null) return;
    reportedLost = seq;
    log.error({ seal: seq }, 'the audit trail has lost its newest seals: look at `npm run audit`');
  }

  async function catchUp(): Promise<Place> {
    if (end === undefined) {
      end = await readEnd();
      return end;
    }
    const last = end;
    const stored = await rows
      .find({ _id: { $gte: last.seq } })
      .sort({ _id: 1 })
      .readConcern(MAJORITY)
      .lean();
    // The last seal is read again: without it, all that follows would be behind a gap.
    if (last.seq > 0 && stored[0]?.hash !== last.hash) await reportLost(last);
    for (const seal of stored) if (seal._id > last.seq) take(seal);
    return end;
  }

  /** Appends a seal of what `contentOf` returns behind all others; none for undefined. Returns its place. */
  async function append(
    contentOf: () => Pick<SealRecord, 'opens' | 'places' | 'ends'> | undefined,
  ): Promise<Place | undefined> {
    let takenNumber = 0;
    for (let attemptsLeft = MAX_ATTEMPTS; ; attemptsLeft -= 1) {
      const { seq, hash: previousHash } = await catchUp();
      if (seq < takenNumber && attemptsLeft > 0) {
        await pause(RETRY_MS);
        continue;
      }
      const content = contentOf();
      if (content === undefined) return undefined;
      const unsealed = { _id: seq + 1, at: now(), ...content, previousHash, key: key.id };
      const seal = { ...unsealed, hash: rootSealOf(unsealed, key) };
      // Before the segment is open: one without a head has lost it.
      if (seal.opens) await heads.begin(headOf(seal._id), { seq: 0, hash: seal.hash });
      try {
        await rows.insertMany([seal], { ordered: true, ...MAJORITY_WRITE });
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        if (seal.opens && !(await rows.exists({ _id: seal._id, opens: true }))) await heads.remove(headOf(seal._id));
        if (attemptsLeft === 0) {
          log.error({ err: error, seal: seal._id }, 'other processes had the number of each seal that was tried');
          throw auditUnavailable();
        }
        takenNumber = seal._id;
        continue;
      }
      take(seal);
      const place = { seq: seal._id, hash: seal.hash };
      await heads.advance(SEALS_HEAD, place);
      return place;
    }
  }

  return {
    open: async () => {
      const place = await append(() => ({ opens: true, places: [], ends: [] }));
      if (place === undefined) throw new Error('no segment was opened');
      return { segment: place.seq, hash: place.hash };
    },
    catchUp: async () => {
      await catchUp();
    },
    seal: async (places, ends = []) => {
      await append(() => {
        const grown = places.filter(({ segment, seq }) => seq > (sealed.get(segment) ?? 0));
        return grown.length + ends.length === 0 ? undefined : { opens: false, places: grown, ends };
      });
      for (const segment of ends) await heads.remove(headOf(segment));
    },
    newest: async () => {
      const place = await catchUp();
      return place.seq === 0 ? undefined : place;
    },
    sealedAt: () => sealedAt,
  };
}
