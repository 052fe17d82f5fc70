import type { Connection, mongo } from 'mongoose';
import type { Actor } from '../../platform/audit/actor.ts';
import { type Person, personOf } from '../../platform/audit/erasure.ts';
import type { Core } from '../../platform/core.ts';

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

/** Fields that are not exported: credentials and internals. */
const WITHHELD: Readonly<Record<string, readonly string[]>> = {
  users: [
    ...['sessions.id', 'proofs.id', 'searchText', 'sortName', 'rolesVersion'],
    ...['passkeys.credentialId', 'passkeys.publicKey', 'recoveryCodes'],
  ],
  sessions: ['_id'],
  sign_in_links: ['tokenHash', 'codeHash', 'browser'],
  sign_in_challenges: ['_id', 'secret'],
  half_sign_ins: ['_id'],
  calendar_links: ['linkId'],
  team_tokens: ['hash'],
  documents: ['searchText', 'sortTitle'],
  document_accesses: ['searchText'],
  document_acknowledgements: ['searchText'],
  press_releases: ['searchText', 'sortTitle', 'sortDate'],
  events: ['searchText', 'sortTitle'],
  audit: ['key', 'mac', 'seal', 'erased'],
  outbox: ['claim', 'claimedUntil', 'searchText'],
};

/** The collections of what is in the bin, by kind: their fields are withheld there, too. */
const BINNED: Readonly<Record<string, string>> = {
  user: 'users',
  document: 'documents',
  'press-release': 'press_releases',
  event: 'events',
};

/** All records about a person. */
export interface PersonExport {
  readonly email: string;
  readonly exportedAt: string;
  readonly records: Readonly<Record<string, readonly mongo.BSON.Document[]>>;
}

function withoutSecrets(collection: string, record: mongo.BSON.Document): mongo.BSON.Document {
  const { kind, record: binned } = record;
  if (collection === 'bin' && Object.hasOwn(BINNED, kind)) {
    return { ...record, record: withoutSecrets(BINNED[kind] ?? '', binned) };
  }
  const withheld = WITHHELD[collection] ?? [];
  const entries = Object.entries(record).filter(([name]) => !withheld.includes(name));
  return Object.fromEntries(
    entries.map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map((each) => entryWithoutSecrets(name, each, withheld)) : value,
    ]),
  );
}

function entryWithoutSecrets(field: string, entry: unknown, withheld: readonly string[]): unknown {
  if (typeof entry !== 'object' || entry === null || Object.getPrototypeOf(entry) !== Object.prototype) return entry;
  return Object.fromEntries(Object.entries(entry).filter(([name]) => !withheld.includes(`${field}.${name}`)));
}

/** Returns all records about a person, and records the export. Rows of the trail may name others. */
export async function exportPerson(core: Core, email: string, actor: Actor): Promise<PersonExport> {
  const db = recordsOf(core.database.connection);
  const holdings = await holdingsOf(db, await personOf(db, email));
  const noted = await core.anonymousEvents.newest(1000, email);
  await core.audit.record({ ...actor, action: 'person.exported', subject: email });
  const records = Object.fromEntries(
    holdings.map(({ collection, records }) => [
      collection,
      records.map((record) => withoutSecrets(collection, record)),
    ]),
  );
  const notes = noted.map(({ at, action, detail, times }) => ({ at, action, detail, times }));
  return {
    email,
    exportedAt: new Date().toISOString(),
    records: notes.length > 0 ? { ...records, stranger_notes: notes } : records,
  };
}
