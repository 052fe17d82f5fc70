import { type Checkpoint, GENESIS } from './checkpoint.ts';
import type { HeadRecord } from './head.ts';
import { isSame, type Place, rootCheckpointSealOf, rootSealOf, type SealKeys } from './seal.ts';
import type { SealedPlace, SealRecord } from './seal-model.ts';
import { nameOfRow, rowId } from './segment.ts';
import type { StoredTrail } from './stored-trail.ts';

/** How many sealed rows are looked up at once. */
const LOOKED_UP = 500;

/** A place that a seal names. */
interface NamedPlace extends SealedPlace {
  readonly seal: number;
}

/** Reads and verifies the seals of a trail. */
export interface SealReader {
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

/** What seals are verified against. */
interface SealExpectation {
  readonly keys: SealKeys;
  readonly head: HeadRecord | undefined;
  readonly checkpoints: readonly Checkpoint[];
}

/** Creates a reader of the seals of a trail. */
export function createSealReader(stored: StoredTrail, { keys, head, checkpoints }: SealExpectation): SealReader {
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
