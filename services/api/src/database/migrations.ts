import type { Connection, mongo } from 'mongoose';
import { ACCESS_FIELDS } from '../documents/access-log.ts';
import { completeDocuments } from '../documents/document-list.ts';
import { completeEvents } from '../events/list-fields.ts';
import { completeReleases } from '../press-releases/list-fields.ts';
import { completeRecords } from '../users/complete-records.ts';
import { nameKeysOf } from '../users/name-keys.ts';
import { BATCH, changeRecords } from './change-records.ts';
import { INCOMPLETE, remakeFields } from './list-fields.ts';
import type { Migration } from './migrate.ts';
import { remakeListFields } from './remake-list-fields.ts';

/** Sets fields of all records that match a filter. */
function rewrite(
  connection: Connection,
  name: string,
  filter: mongo.Filter<mongo.BSON.Document>,
  fieldsOf: (record: mongo.BSON.Document) => mongo.BSON.Document,
): Promise<void> {
  const records = connection.collection(name);
  return changeRecords(records, records.find(filter), (record) => ({
    filter: { _id: record._id },
    fields: fieldsOf(record),
  }));
}

/** Records of the former portal hold e-mails in any case and roles as a single value; the list is searched by keys that they lack. */
function normaliseUsers(connection: Connection): Promise<void> {
  return rewrite(connection, 'users', { nameKeys: { $exists: false } }, (user) => {
    const email = String(user.email).toLowerCase();
    const roles: unknown = user.roles;
    const listed = Array.isArray(roles) ? roles : typeof roles === 'string' ? [roles] : [];
    const name = typeof user.name === 'string' && user.name !== '' ? user.name : email.slice(0, email.indexOf('@'));
    return { email, roles: listed, name, nameKeys: [...nameKeysOf(name, email)] };
  });
}

/** Accesses of the first releases named people, and visitors by their network addresses, in a field that only tells occasions apart. */
function forgetWhoVisited(connection: Connection): Promise<void> {
  return rewrite(connection, 'document_accesses', { occasion: / / }, ({ _id }) => ({ occasion: String(_id) }));
}

/** The list of users is searched and ordered by fields that records of earlier releases lack. */
async function completeUsers(connection: Connection): Promise<void> {
  while ((await completeRecords(connection, BATCH)) > 0);
}

/** So is the list of all press releases. */
async function completePressReleases(connection: Connection): Promise<void> {
  while ((await completeReleases(connection, BATCH)) > 0);
}

/** And that of documents. */
async function completeAllDocuments(connection: Connection): Promise<void> {
  while ((await completeDocuments(connection, BATCH)) > 0);
}

/** Both are searched by keys that records of earlier releases lack. */
async function completeSearchKeys(connection: Connection): Promise<void> {
  await completePressReleases(connection);
  await completeAllDocuments(connection);
}

/** The list of events is searched, filtered and ordered by fields that records of earlier releases lack. */
async function completeAllEvents(connection: Connection): Promise<void> {
  while ((await completeEvents(connection, BATCH)) > 0);
}

/** Accesses to documents are searched by keys that those of earlier releases lack. There may be millions: it goes on where it ended. */
function completeAccesses(connection: Connection): Promise<void> {
  return remakeFields(connection, ACCESS_FIELDS, INCOMPLETE);
}

/** All migrations, oldest first. A released one is never edited. */
export const MIGRATIONS: readonly Migration[] = [
  { name: '0001-normalise-users', run: normaliseUsers },
  { name: '0002-forget-who-visited', run: forgetWhoVisited },
  { name: '0003-complete-users', run: completeUsers },
  { name: '0004-complete-press-releases', run: completePressReleases },
  { name: '0005-complete-documents', run: completeAllDocuments },
  { name: '0006-complete-search-keys', run: completeSearchKeys },
  { name: '0007-remake-list-fields', run: remakeListFields },
  { name: '0008-complete-events', run: completeAllEvents },
  { name: '0009-complete-accesses', run: completeAccesses },
];
