import type { BinKind } from '@cytocomm/contract';
import { mongo } from 'mongoose';
import { rawRecords } from './database.ts';
import { idText } from './digest.ts';

/** Where a record of each kind returns to. */
const HOMES: Readonly<Record<BinKind, string>> = {
  user: 'users',
  document: 'documents',
  'press-release': 'press_releases',
  event: 'events',
};

/** A row of the bin as the server gave it, with its id as text. */
interface BinRow {
  readonly id: string;
  readonly raw: Buffer;
}

const rowOf = (raw: Buffer): BinRow => ({ id: idText(mongo.BSON.deserialize(raw)._id), raw });

/** Returns the rows that are in the bin now, in their order. All are held in memory: they go after 30 days. */
export async function binRowsOf(db: mongo.Db): Promise<readonly BinRow[]> {
  const rows: BinRow[] = [];
  for await (const raw of rawRecords(db, 'bin')) rows.push(rowOf(raw));
  return rows;
}

/**
 * Yields what is in the bin now, and those of the `earlier` rows that were restored since: their records may be in a collection
 * that was read before. A restore of what is there again changes nothing. What was deleted for good stays out.
 */
export async function* binRecords(db: mongo.Db, earlier: readonly BinRow[]): AsyncGenerator<Buffer> {
  const left = [...earlier];
  for await (const raw of rawRecords(db, 'bin')) {
    const { id } = rowOf(raw);
    for (let first = left[0]; first !== undefined && first.id < id; first = left[0]) {
      left.shift();
      if (await isRestored(db, first.raw)) yield first.raw;
    }
    if (left[0]?.id === id) left.shift();
    yield raw;
  }
  for (const { raw } of left) if (await isRestored(db, raw)) yield raw;
}

async function isRestored(db: mongo.Db, raw: Buffer): Promise<boolean> {
  const { kind, record } = mongo.BSON.deserialize(raw);
  const home = Object.entries(HOMES).find(([each]) => each === kind)?.[1];
  if (home === undefined) return false;
  return (await db.collection(home).findOne({ _id: Object(record)._id }, { projection: { _id: 1 } })) !== null;
}
