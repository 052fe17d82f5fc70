import type { BinKind } from '@cytocomm/contract';
import { mongo } from 'mongoose';
import { AS_WRITTEN } from './as-written.ts';
import { rawRecords } from './database.ts';
import { idText, orderOf } from './digest.ts';

/** Where a record of each kind returns to. */
const HOMES: Readonly<Record<BinKind, string>> = {
  user: 'users',
  document: 'documents',
  'press-release': 'press_releases',
  event: 'events',
};

/** What is kept of a row beside its id; a claim of before says nothing later. */
const KEPT = [
  ...['kind', 'subject', 'formerSubject', 'title', 'deletedAt', 'deletedBy', 'keptUntil', 'fileId'],
  'record._id',
];

/** A row of the bin without its record, which may be long. */
interface BinRow {
  /** Its id as text. */
  readonly id: string;
  /** Of the record it has the id alone. */
  readonly row: mongo.BSON.Document;
}

/** Returns the rows that are in the bin now, in their order, some 300 bytes each. */
export async function binRowsOf(db: mongo.Db): Promise<readonly BinRow[]> {
  const rows: BinRow[] = [];
  const options = { projection: Object.fromEntries(KEPT.map((field) => [field, 1])), ...AS_WRITTEN };
  for await (const row of db.collection('bin').find({}, options).sort(orderOf('bin')))
    rows.push({ id: idText(row._id), row });
  return rows;
}

/**
 * Yields what is in the bin now, and those of the `earlier` rows that were restored since: their records may be in a collection
 * that was read before. A restore of what is there again changes nothing. What was deleted for good stays out.
 */
export async function* binRecords(db: mongo.Db, earlier: readonly BinRow[]): AsyncGenerator<Buffer> {
  let next = 0;
  for await (const raw of rawRecords(db, 'bin')) {
    const id = idText(mongo.BSON.deserialize(raw)._id);
    for (let first = earlier[next]; first !== undefined && first.id < id; first = earlier[next]) {
      next += 1;
      yield* restoredRow(db, first);
    }
    if (earlier[next]?.id === id) next += 1;
    yield raw;
  }
  for (const row of earlier.slice(next)) yield* restoredRow(db, row);
}

/** Yields a row whose record is back, with the record as it is now. */
async function* restoredRow(db: mongo.Db, { row }: BinRow): AsyncGenerator<Buffer> {
  const { _id, kind, subject, formerSubject } = row;
  const home = Object.entries(HOMES).find(([each]) => each === kind)?.[1];
  if (home === undefined) return;
  // What is hidden is being deleted again: the bin has it under a newer row.
  const there = { _id: Object(row.record)._id, removedAt: null, removedFrom: null };
  const record = await db.collection(home).findOne(there, AS_WRITTEN);
  if (record === null) return;
  // Another row may have its address now; so it is put aside, as the bin does it.
  const aside = formerSubject === undefined ? { subject: String(_id), formerSubject: subject } : {};
  yield Buffer.from(mongo.BSON.serialize({ ...row, ...aside, record }));
}
