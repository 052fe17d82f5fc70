import type { Connection, mongo } from 'mongoose';
import type { Person } from './person.ts';

/** The records of one collection that name somebody. */
export interface Holding {
  readonly collection: string;
  readonly records: readonly mongo.BSON.Document[];
}

/** All records of a connection, past the models: also those of collections that this version does not know. */
export function recordsOf(connection: Connection): mongo.Db {
  return connection.getClient().db(connection.name);
}

/** Pieces of files: bytes that nobody is looked for in. */
const isSearched = (collection: string) => !collection.endsWith('.chunks') && !collection.startsWith('system.');

/**
 * Every record of a database that names a person, whatever collection it is in: so nothing that is added later is
 * forgotten. Reads everything; takes its time.
 */
export async function holdingsOf(db: mongo.Db, person: Person): Promise<readonly Holding[]> {
  const found: Holding[] = [];
  const collections = (await db.listCollections().toArray()).map(({ name }) => name).filter(isSearched);
  for (const collection of collections.toSorted()) {
    const records: mongo.BSON.Document[] = [];
    for await (const record of db.collection(collection).find({})) if (person.isNamedIn(record)) records.push(record);
    if (records.length > 0) found.push({ collection, records });
  }
  return found;
}
