import { type HeadRecord, isGenuine } from './head.ts';
import type { AuditRecord } from './model.ts';
import { checkpointSealOf, isSame, type Place, type SealKeys, soundnessOf } from './seal.ts';

/** The hash before the first row. */
export const GENESIS = '0'.repeat(64);

/** A position of a chain, recorded outside the database. */
export interface Checkpoint {
  readonly seq: number;
  readonly seal: string;
}

/** What a trail is verified against. */
export interface TrailExpectation {
  readonly keys: SealKeys;
  /** The last row that may end the chain without a key, as a seal says; undefined while none says so. */
  readonly lastUnkeyed: number | undefined;
  readonly head: HeadRecord | undefined;
  readonly checkpoints: readonly Checkpoint[];
}

/** The result of a verification. */
export interface TrailReport {
  readonly rows: number;
  /** The number of rows of the first releases, without a key; the first keyed row proves them. */
  readonly unkeyed: number;
  /** The number of rows with an erased person. */
  readonly erased: number;
  readonly newest: Place | undefined;
  /** The first fault; undefined without one. */
  readonly fault: string | undefined;
}

function isAt(place: Place, { seal }: Checkpoint, keys: SealKeys): boolean {
  return keys.some((key) => isSame(seal, checkpointSealOf(place, key)));
}

/** Verifies the shared chain, to which all processes of earlier releases append, from the first row to the first fault. */
export async function verifyTrail(rows: AsyncIterable<AuditRecord>, expected: TrailExpectation): Promise<TrailReport> {
  const { keys, head } = expected;
  const checkpoints = new Map(expected.checkpoints.map((checkpoint) => [checkpoint.seq, checkpoint]));
  let newest: Place | undefined;
  let unkeyed = 0;
  let erased = 0;
  const report = (fault?: string): TrailReport => ({ rows: newest?.seq ?? 0, unkeyed, erased, newest, fault });

  for await (const row of rows) {
    const seq = (newest?.seq ?? 0) + 1;
    if (row._id !== seq) return report(`row ${seq} is missing`);
    const soundness = soundnessOf(row, keys);
    if (soundness === 'unprovable')
      return report(`row ${seq} is sealed with a secret that is not among those of AUDIT_SECRET and TOKEN_SECRET`);
    if (soundness === 'altered') return report(`row ${seq} was altered`);
    if (row.previousHash !== (newest?.hash ?? GENESIS)) return report(`row ${seq} does not follow the row before it`);
    if (row.key === undefined && unkeyed < seq - 1)
      return report(`row ${seq} has no key, and the row before it has one`);
    newest = { seq, hash: row.hash };
    if (row.key === undefined) unkeyed += 1;
    if (row.erased !== undefined) erased += 1;
    const checkpoint = checkpoints.get(seq);
    if (checkpoint !== undefined && !isAt(newest, checkpoint, keys))
      return report(`row ${seq} is not the one of the checkpoint`);
    if (head?.seq === seq && head.hash !== row.hash)
      return report(`row ${seq} is not the one that the head record names`);
  }
  return report(faultAtEnd(expected, newest?.seq ?? 0, unkeyed));
}

/** A row with a key proves those before it. Of rows alone without one it is known only how many there were. */
function faultOfUnkeyed({ head, keys, lastUnkeyed }: TrailExpectation, rows: number): string | undefined {
  if (lastUnkeyed !== undefined && rows > lastUnkeyed)
    return `row ${lastUnkeyed + 1} has no key, and a seal says that there was none such`;
  if (head !== undefined && isGenuine(head, keys) && rows > head.seq)
    return `row ${head.seq + 1} has no key, and is behind the one that the head record names`;
  return undefined;
}

function faultAtEnd(expected: TrailExpectation, rows: number, unkeyed: number): string | undefined {
  const { head, keys, checkpoints } = expected;
  const unkeyedFault = rows === unkeyed ? faultOfUnkeyed(expected, rows) : undefined;
  if (unkeyedFault !== undefined) return unkeyedFault;
  const reached = Math.max(0, ...checkpoints.map(({ seq }) => seq));
  if (reached > rows) return `it ends at row ${rows}, and a checkpoint says that it reached row ${reached}`;
  if (head === undefined) return rows > unkeyed ? 'its head record is missing' : undefined;
  if (!isGenuine(head, keys)) return 'its head record was altered';
  return head.seq > rows
    ? `it ends at row ${rows}, and its head record says that it reached row ${head.seq}`
    : undefined;
}
