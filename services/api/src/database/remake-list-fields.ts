import type { Connection } from 'mongoose';
import { DOCUMENT_FIELDS } from '../documents/document-list.ts';
import { RELEASE_FIELDS } from '../press-releases/list-fields.ts';
import { listFieldsOf } from '../users/complete-records.ts';
import { type ListFields, remakeFields } from './list-fields.ts';

const USER_FIELDS: ListFields = {
  collection: 'users',
  sources: ['email', 'name'],
  fieldsOf: ({ email, name }) => listFieldsOf({ email: String(email), name: String(name) }),
};

/**
 * Makes what lists are searched and ordered by once more, of all records: some were edited by processes of a version that did not
 * know these fields, and some were made when fewer marks stood between words. Safe to repeat.
 */
export async function remakeListFields(connection: Connection): Promise<void> {
  for (const list of [USER_FIELDS, DOCUMENT_FIELDS, RELEASE_FIELDS]) await remakeFields(connection, list);
}
