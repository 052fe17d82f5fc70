import type { Connection, mongo } from 'mongoose';
import { listFieldsOf as documentFieldsOf } from '../documents/document-list.ts';
import { listFieldsOf as releaseFieldsOf } from '../press-releases/list-fields.ts';
import { listFieldsOf as userFieldsOf } from '../users/complete-records.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What a list of records is searched and ordered by, and what that is made of. */
interface Listed {
  readonly records: string;
  readonly sources: readonly string[];
  readonly fieldsOf: (record: mongo.BSON.Document) => Fields;
}

const LISTS: readonly Listed[] = [
  {
    records: 'users',
    sources: ['email', 'name'],
    fieldsOf: ({ email, name }) => userFieldsOf({ email: String(email), name: String(name) }),
  },
  {
    records: 'documents',
    sources: ['title', 'name'],
    fieldsOf: ({ title, name }) => documentFieldsOf({ title: String(title), name: String(name) }),
  },
  {
    records: 'press_releases',
    sources: ['title', 'author', 'date'],
    fieldsOf: ({ title, author, date }) =>
      releaseFieldsOf({ title: String(title), author: String(author), date: date instanceof Date ? date : undefined }),
  },
];

/** How many records are changed at once. */
const BATCH = 200;

/** Makes the list's fields of all its records once more. Safe to repeat. */
export async function remakeFields(
  connection: Connection,
  { records: name, sources, fieldsOf }: Listed,
): Promise<void> {
  const records = connection.collection(name);
  let changes: mongo.AnyBulkWriteOperation[] = [];
  const write = async () => {
    if (changes.length > 0) await records.bulkWrite(changes, { ordered: false });
    changes = [];
  };
  const projection = Object.fromEntries(sources.map((source) => [source, 1]));
  for await (const record of records.find({}, { projection }).batchSize(BATCH)) {
    // Not when it was changed meanwhile: then they were made of what it says now.
    const unchanged = Object.fromEntries(sources.map((source) => [source, record[source] ?? null]));
    changes.push({ updateOne: { filter: { _id: record._id, ...unchanged }, update: { $set: fieldsOf(record) } } });
    if (changes.length === BATCH) await write();
  }
  await write();
}

/**
 * Makes what lists are searched and ordered by once more, of all records: some were edited by processes of a version that did not
 * know these fields, and some were made when fewer marks stood between words. Safe to repeat.
 */
export async function remakeListFields(connection: Connection): Promise<void> {
  for (const listed of LISTS) await remakeFields(connection, listed);
}
