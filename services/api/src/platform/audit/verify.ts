import type { Connection } from 'mongoose';
import { type AuditHeads, type HeadRecord, headOf, isGenuine, SEALS_HEAD, segmentOfHead } from './head.ts';
import { type AuditRecord, auditModel, type SealedPlace, type SealRecord, sealModel } from './model.ts';
import {
  type Checkpoint,
  GENESIS,
  isSame,
  type Place,
  rootCheckpointSealOf,
  rootSealOf,
  type SealKeys,
  soundnessOf,
} from './seal.ts';
import { nameOfRow, placeOfRow, rowId } from './segment.ts';

/** How many are read at once: few enough that a small database answers its heartbeat meanwhile. */
const BATCH = 500;

/** A trail as it is read to be verified. */
interface StoredTrail {
  heads(): Promise<readonly HeadRecord[]>;
  head(name: string): Promise<HeadRecord | undefined>;
  /** Returns the seals of higher numbers, in order. */
  seals(after: number): AsyncIterable<SealRecord>;
  /** Returns all rows, in order, those included whose id no row can have. */
  rows(): AsyncIterable<AuditRecord>;
  /** Returns the hashes of rows by their ids; of a missing row there is none. */
  hashesOf(ids: readonly number[]): Promise<ReadonlyMap<number, string>>;
}

/** Returns the trail of a database. */
export function storedTrail(connection: Connection, heads: AuditHeads): StoredTrail {
  const rows = auditModel(connection);
  return {
    heads: heads.all,
    head: heads.read,
    seals: (after) =>
      sealModel(connection)
        .find({ _id: { $gt: after } })
        .sort({ _id: 1 })
        .lean()
        .cursor({ batchSize: BATCH }),
    rows: () => rows.find().sort({ _id: 1 }).lean().cursor({ batchSize: BATCH }),
    hashesOf: async (ids) => {
      const found = await rows.find({ _id: { $in: [...ids] } }, { hash: 1 }).lean();
      return new Map(found.map(({ _id, hash }) => [_id, hash]));
    },
  };
}

/** How many sealed rows are looked up at once. */
const LOOKED_UP = 500;

/** A place that a seal names. */
interface NamedPlace extends SealedPlace {
  readonly seal: number;
}

/** Reads and verifies the seals of a trail. */
interface SealReader {
  /** Reads the seals that follow what was read. Returns the first fault. */
  readOn(): Promise<string | undefined>;
  /** Returns the hash that the first row of a segment follows; undefined unless a seal opens it. */
  beginning(segment: number): string | undefined;
  /** Returns the segments that are open, which have a head record each. */
  open(): ReadonlySet<number>;
  /** Returns the number of the last row of a segment that a seal names; 0 when none does. */
  reached(segment: number): number;
  /** Returns what is wrong with the end of the seals, or with a row that one names. */
  faultAtEnd(): string | undefined;
}

/** The keys, head and checkpoints that seals are verified with. */
interface SealExpectation {
  readonly keys: SealKeys;
  readonly head: HeadRecord | undefined;
  readonly checkpoints: readonly Checkpoint[];
}

/** Creates a reader of the seals of a trail. */
function createSealReader(stored: StoredTrail, { keys, head, checkpoints }: SealExpectation): SealReader {
  let end: Place = { seq: 0, hash: GENESIS };
  const beginnings = new Map<number, string>();
  const open = new Set<number>();
  const reached = new Map<number, number>();
  let rowFault: string | undefined;

  function faultOf(seal: SealRecord): string | undefined {
    const seq = end.seq + 1;
    if (seal._id !== seq) return `seal ${seq} is missing`;
    const key = keys.find(({ id }) => id === seal.key);
    if (key === undefined)
      return `seal ${seq} is sealed with a secret that is not among those of AUDIT_SECRET and TOKEN_SECRET`;
    if (!isSame(seal.hash, rootSealOf(seal, key))) return `seal ${seq} was altered`;
    if (seal.previousHash !== end.hash) return `seal ${seq} does not follow the seal before it`;
    const place = { seq, hash: seal.hash };
    const isAt = (checkpoint: Checkpoint) =>
      keys.some((each) => isSame(checkpoint.seal, rootCheckpointSealOf(place, each)));
    if (checkpoints.some((checkpoint) => checkpoint.seq === seq && !isAt(checkpoint)))
      return `seal ${seq} is not the one of the checkpoint`;
    return head?.seq === seq && head.hash !== seal.hash
      ? `seal ${seq} is not the one that the head record names`
      : undefined;
  }

  async function lookUp(named: readonly NamedPlace[]): Promise<void> {
    const hashes = await stored.hashesOf(named.map(rowId));
    for (const place of named) {
      const hash = hashes.get(rowId(place));
      if (hash === place.hash) continue;
      const what = hash === undefined ? 'is missing, and' : 'is not the one that';
      rowFault ??= `${nameOfRow(place)} ${what} seal ${place.seal} names${hash === undefined ? ' it' : ''}`;
    }
  }

  return {
    readOn: async () => {
      let named: NamedPlace[] = [];
      for await (const seal of stored.seals(end.seq)) {
        const fault = faultOf(seal);
        if (fault !== undefined) return fault;
        end = { seq: seal._id, hash: seal.hash };
        if (seal.opens) {
          beginnings.set(seal._id, seal.hash);
          open.add(seal._id);
        }
        for (const { segment, seq, hash } of seal.places) {
          reached.set(segment, Math.max(seq, reached.get(segment) ?? 0));
          named.push({ segment, seq, hash, seal: seal._id });
        }
        for (const segment of seal.ends) open.delete(segment);
        if (named.length < LOOKED_UP) continue;
        await lookUp(named);
        named = [];
      }
      if (named.length > 0) await lookUp(named);
      return undefined;
    },
    beginning: (segment) => beginnings.get(segment),
    open: () => open,
    reached: (segment) => reached.get(segment) ?? 0,
    faultAtEnd: () => {
      const noted = Math.max(0, ...checkpoints.map(({ seq }) => seq));
      if (noted > end.seq) return `its seals end at ${end.seq}, and a checkpoint says that they reached ${noted}`;
      if (head === undefined) return end.seq > 0 ? 'the head record of its seals is missing' : undefined;
      return head.seq > end.seq
        ? `its seals end at ${end.seq}, and their head record says that they reached ${head.seq}`
        : rowFault;
    },
  };
}

/** The result of a verification. */
export interface TrailReport {
  readonly rows: number;
  /** The number of rows with an erased person. */
  readonly erased: number;
  /** The number of segments with rows. */
  readonly segments: number;
  /** The first fault; undefined without one. */
  readonly fault: string | undefined;
}

/** Verifies a trail: the chain of seals, and all segments, also against checkpoints. */
export async function verifyTrail(
  stored: StoredTrail,
  keys: SealKeys,
  checkpoints: readonly Checkpoint[],
): Promise<TrailReport> {
  // First: rows and seals are appended meanwhile, and must have come as far as the heads say now.
  const heads = new Map((await stored.heads()).map((head) => [head._id, head]));
  const sealsHead = heads.get(SEALS_HEAD) ?? (await stored.head(SEALS_HEAD));
  const seals = createSealReader(stored, { keys, head: sealsHead, checkpoints });
  const sealFault = await seals.readOn();
  const counts = { rows: 0, erased: 0, segments: 0 };
  const forged = [...heads.values()].find((head) => !isGenuine(head, keys));
  const fault =
    sealFault ??
    (await faultOfSegments(stored, keys, { heads, seals, counts })) ??
    (forged === undefined ? seals.faultAtEnd() : `its head record "${forged._id}" was altered`);
  return { ...counts, fault };
}

interface SegmentsExpected {
  readonly heads: ReadonlyMap<string, HeadRecord>;
  readonly seals: SealReader;
  readonly counts: { rows: number; erased: number; segments: number };
}

async function faultOfSegments(
  stored: StoredTrail,
  keys: SealKeys,
  { heads, seals, counts }: SegmentsExpected,
): Promise<string | undefined> {
  const ends = new Map<number, Place>();

  /** Returns what a row follows; a fault when its segment has no beginning. */
  async function placeBefore(segment: number): Promise<Place | string> {
    const end = ends.get(segment);
    if (end !== undefined) return end;
    // It may have been opened since the seals were read.
    if (seals.beginning(segment) === undefined) {
      const fault = await seals.readOn();
      if (fault !== undefined) return fault;
    }
    const hash = seals.beginning(segment);
    return hash === undefined ? `segment ${segment} has rows, and no seal opens it` : { seq: 0, hash };
  }

  for await (const row of stored.rows()) {
    const place = placeOfRow(row._id);
    if (place === undefined) return `there is a row with the id ${String(row._id)}, which no row can have`;
    const { segment } = place;
    const before = await placeBefore(segment);
    if (typeof before === 'string') return before;
    const fault = faultOfRow(row, before, keys, segment);
    if (fault !== undefined) return fault;
    if (before.seq === 0) counts.segments += 1;
    counts.rows += 1;
    if (row.erased !== undefined) counts.erased += 1;
    ends.set(segment, { seq: before.seq + 1, hash: row.hash });
    const head = heads.get(headOf(segment));
    if (head?.seq === before.seq + 1 && head.hash !== row.hash)
      return `${nameOfRow({ segment, seq: head.seq })} is not the one that the head record names`;
  }

  for (const head of heads.values()) {
    const segment = segmentOfHead(head);
    if (segment === undefined) continue;
    const reached = ends.get(segment)?.seq ?? 0;
    if (head.seq > reached)
      return `segment ${segment} ends at row ${reached}, and its head record says that it reached row ${head.seq}`;
  }
  for (const segment of new Set([...seals.open(), ...ends.keys()])) {
    const isProved = () => !seals.open().has(segment) && (ends.get(segment)?.seq ?? 0) <= seals.reached(segment);
    if (heads.has(headOf(segment)) || isProved()) continue;
    // It may have been opened, or sealed to its end, since the heads were read.
    if ((await stored.head(headOf(segment))) !== undefined) continue;
    const fault = await seals.readOn();
    if (fault !== undefined) return fault;
    if (!isProved()) return `the head record of segment ${segment} is missing`;
  }
  return undefined;
}

function faultOfRow(row: AuditRecord, before: Place, keys: SealKeys, segment: number): string | undefined {
  const name = nameOfRow({ segment, seq: before.seq + 1 });
  if (placeOfRow(row._id)?.seq !== before.seq + 1) return `${name} is missing`;
  if (row.key === undefined) return `${name} has no key`;
  const soundness = soundnessOf(row, keys);
  if (soundness === 'unprovable')
    return `${name} is sealed with a secret that is not among those of AUDIT_SECRET and TOKEN_SECRET`;
  if (soundness === 'altered') return `${name} was altered`;
  return row.previousHash === before.hash ? undefined : `${name} does not follow the row before it`;
}
