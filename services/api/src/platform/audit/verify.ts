import type { Checkpoint } from './checkpoint.ts';
import { type HeadRecord, headOf, isGenuine, SEALS_HEAD, segmentOfHead } from './head.ts';
import type { AuditRecord } from './model.ts';
import { type Place, type SealKeys, soundnessOf } from './seal.ts';
import { createSealReader, type SealReader } from './seal-reader.ts';
import { nameOfRow, placeOfRow } from './segment.ts';
import type { StoredTrail } from './stored-trail.ts';

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
