import type { Connection, mongo } from 'mongoose';
import type { Person } from '../../platform/audit/erasure.ts';

/** The records of a collection that name a person. */
export interface Holding {
  readonly collection: string;
  readonly records: readonly mongo.BSON.Document[];
}

/** Returns the database of a connection, with collections that this version does not know, too. */
export function recordsOf(connection: Connection): mongo.Db {
  return connection.getClient().db(connection.name);
}

/** Whether a collection is searched: chunks of files are not. */
const isSearched = (collection: string) => !collection.endsWith('.chunks') && !collection.startsWith('system.');

/**
 * Returns all records that name a person, of any collection, so that later ones are not forgotten. Slow: reads the whole
 * database.
 */
export async function holdingsOf(db: mongo.Db, person: Person): Promise<readonly Holding[]> {
  const holdings: Holding[] = [];
  const collections = (await db.listCollections().toArray()).map(({ name }) => name).filter(isSearched);
  for (const collection of collections.toSorted()) {
    const records: mongo.BSON.Document[] = [];
    for await (const record of db.collection(collection).find({})) if (person.isNamedIn(record)) records.push(record);
    if (records.length > 0) holdings.push({ collection, records });
  }
  return holdings;
}
