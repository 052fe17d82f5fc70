import type { Connection } from 'mongoose';
import { type AuditRecord, auditModel, type SealRecord, sealModel } from './model.ts';
import { type Checkpoint, GENESIS, rowSoundness, type SealKeys, type Soundness, sealSoundness } from './seal.ts';
import { createRowsHash } from './sealer.ts';

/** How many are read at once: few enough that a small database answers its heartbeat meanwhile. */
const BATCH = 500;
/** A sealer seals within a second: a row that waits for so long was kept from it. */
const MAX_UNSEALED_MS = 60_000;

/** The result of a verification. */
export interface TrailReport {
  readonly rows: number;
  /** The number of rows with an erased person. */
  readonly erased: number;
  readonly seals: number;
  /** The first fault; undefined without one. */
  readonly fault: string | undefined;
}

/** The fault that a verification ends with. */
class Fault extends Error {}

const WRONG: Readonly<Record<Exclude<Soundness, 'sound'>, string>> = {
  altered: 'was altered, or put in by somebody else',
  unprovable: 'has no MAC of a secret that is among those of AUDIT_SECRET and TOKEN_SECRET',
};

function assertSound(name: string, soundness: Soundness): void {
  if (soundness !== 'sound') throw new Fault(`${name} ${WRONG[soundness]}`);
}

/** The rows that name a seal, as far as they are read. */
function rowsUnder(seal: number) {
  const ids: AuditRecord['_id'][] = [];
  let isChained = true;
  const hash = createRowsHash();
  let count = 0;
  return {
    seal,
    /** Adds a row, which follows this one. */
    add: (row: AuditRecord, before: Pick<AuditRecord, 'mac' | 'seq'>) => {
      isChained &&= row.previousHash === before.mac && row.seq === (before.seq ?? 0) + 1;
      count += 1;
      ids[count === 1 ? 0 : 1] = row._id;
      hash.add(row);
    },
    assertOf: ({ rows, first, last, hash: expected }: SealRecord) => {
      if (count !== rows) throw new Fault(`seal ${seal} is over ${rows} rows, and ${count} of them are there`);
      const isWhole = first.equals(ids[0]) && last.equals(ids.at(-1)) && hash.end() === expected;
      if (!isWhole) throw new Fault(`the rows of seal ${seal} are not those that it is over`);
      if (!isChained) throw new Fault(`a row of seal ${seal} does not follow the row before it`);
    },
  };
}

/** Verifies a trail: every row, the chain of seals, the rows under each of them, also against checkpoints. */
export async function verifyTrail(
  connection: Connection,
  keys: SealKeys,
  { checkpoints, now }: { readonly checkpoints: readonly Checkpoint[]; readonly now: Date },
): Promise<TrailReport> {
  const [rows, seals] = [auditModel(connection), sealModel(connection)];
  const counts = { rows: 0, erased: 0, seals: 0 };
  // First: the rows of these seals are all there when they are read, and more are sealed meanwhile.
  const newest = (await seals.findOne().sort({ _id: -1 }).lean())?._id ?? 0;
  const chain = seals
    .find({ _id: { $lte: newest } })
    .sort({ _id: 1 })
    .lean()
    .cursor({ batchSize: BATCH });
  let previous = GENESIS;

  /** Reads the next seal, which is over these rows; undefined for none. */
  async function readSeal(under: ReturnType<typeof rowsUnder> | undefined): Promise<void> {
    const number = counts.seals + 1;
    const seal: SealRecord | null = await chain.next();
    if (seal?._id !== number) throw new Fault(`seal ${number} is missing`);
    assertSound(`seal ${number}`, sealSoundness(seal, keys));
    if (seal.previous !== previous) throw new Fault(`seal ${number} does not follow the seal before it`);
    if (checkpoints.some((checkpoint) => checkpoint.seq === number && checkpoint.seal !== seal.mac))
      throw new Fault(`seal ${number} is not the one of the checkpoint`);
    (under?.seal === number ? under : rowsUnder(number)).assertOf(seal);
    previous = seal.mac;
    counts.seals = number;
  }

  /** Reads the seals up to that of these rows. */
  async function readSealOf(under: ReturnType<typeof rowsUnder>): Promise<void> {
    const { seal } = under;
    const isNumber = Number.isInteger(seal) && seal > 0;
    if (isNumber && seal > newest && (await seals.exists({ _id: seal })) !== null) return;
    if (!isNumber || seal > newest) throw new Fault(`there are rows of seal ${seal}, and no such seal`);
    while (counts.seals < seal) await readSeal(under);
  }

  async function readAll(): Promise<void> {
    let under: ReturnType<typeof rowsUnder> | undefined;
    let before: Pick<AuditRecord, 'mac' | 'seq'> = { mac: GENESIS };
    for await (const row of rows.find().sort({ seal: 1, _id: 1 }).lean().cursor({ batchSize: BATCH })) {
      assertSound(`row ${row._id}`, rowSoundness(row, keys));
      const { seal = null } = row;
      counts.rows += 1;
      if (row.erased !== undefined) counts.erased += 1;
      if (seal === null) {
        if (now.getTime() - row.at.getTime() > MAX_UNSEALED_MS) throw new Fault(`row ${row._id} is under no seal`);
        continue;
      }
      if (under?.seal !== seal) {
        if (under !== undefined) await readSealOf(under);
        under = rowsUnder(seal);
      }
      under.add(row, before);
      before = row;
    }
    if (under !== undefined) await readSealOf(under);
    while (counts.seals < newest) await readSeal(undefined);
    const noted = Math.max(0, ...checkpoints.map(({ seq }) => seq));
    if (noted > newest) throw new Fault(`its seals end at ${newest}, and a checkpoint says that they reached ${noted}`);
  }

  try {
    await readAll();
    return { ...counts, fault: undefined };
  } catch (error) {
    if (error instanceof Fault) return { ...counts, fault: error.message };
    throw error;
  }
}
