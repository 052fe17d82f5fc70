import type { Connection, mongo } from 'mongoose';
import { currentRequestId } from '../http/request-id.ts';
import { folded, searchFieldsOf } from '../search/search-keys.ts';

/** The `lastSignInAt` of those who never signed in: a date, so that they stand in the order of the others. */
export const NEVER = new Date(0);

/** What the list of users is searched and ordered by. */
export function listFieldsOf(person: { readonly email: string; readonly name: string }) {
  return { sortName: folded(person.name), ...searchFieldsOf(person.email, person.name) };
}

/** Returns when people last signed in, as the audit trail tells. */
async function lastSignIns(connection: Connection, emails: readonly string[]): Promise<ReadonlyMap<string, Date>> {
  const rows = connection
    .collection('audit')
    .aggregate<{ _id: string; at: Date }>([
      { $match: { subject: { $in: [...emails] }, action: 'sign-in.completed' } },
      { $group: { _id: '$subject', at: { $max: '$at' } } },
    ]);
  return new Map((await rows.toArray()).map(({ _id, at }) => [_id, at]));
}

/** Returns when a person was added; of records of the former portal the id tells. */
export function addedAt({ createdAt, _id }: mongo.BSON.Document): Date {
  if (createdAt instanceof Date) return createdAt;
  return _id !== null && typeof _id === 'object' && 'getTimestamp' in _id ? _id.getTimestamp() : NEVER;
}

/**
 * Adds what the list needs to records that lack it, at most `limit` of them: those of earlier releases, which may still run and add
 * people while this one does. Returns how many there were. Safe to repeat, and for several processes at once.
 */
export async function completeRecords(connection: Connection, limit: number): Promise<number> {
  const users = connection.collection('users');
  const records = await users.find({ sortName: null }, { comment: currentRequestId() }).limit(limit).toArray();
  if (records.length === 0) return 0;
  const signIns = await lastSignIns(
    connection,
    records.map(({ email }) => String(email)),
  );
  await users.bulkWrite(
    records.map((record) => {
      const person = { email: String(record.email), name: String(record.name) };
      return {
        updateOne: {
          filter: { _id: record._id, sortName: null },
          update: {
            $set: { ...listFieldsOf(person), createdAt: addedAt(record) },
            $max: { lastSignInAt: signIns.get(person.email) ?? NEVER },
          },
        },
      };
    }),
    { ordered: false },
  );
  return records.length;
}
