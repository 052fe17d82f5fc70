import { type Connection, type IndexOptions, type Model, mongo } from 'mongoose';

/** MongoDB's own codes. */
const NO_COLLECTION = 26;
const NO_RIGHT = 13;

const hasCode = (error: unknown, code: number) => error instanceof mongo.MongoServerError && error.code === code;

/** What an index of the same name may differ in: the database then says so. */
const OPTIONS = ['unique', 'sparse', 'expireAfterSeconds'] as const satisfies readonly (keyof IndexOptions)[];

/** What an index is of, as one text: its fields in their order, and which records are in it. */
const subjectOf = (key: object, filter: object | undefined) => mongo.BSON.EJSON.stringify([key, filter ?? null]);

/** The database's own way to name an index. */
const nameOf = (key: object) => Object.entries(key).flat().join('_');

/** Whether a collection has all indexes of its model. */
async function isIndexed({ collection, schema }: Model<unknown>): Promise<boolean> {
  const wanted = schema.indexes();
  if (wanted.length === 0) return true;
  const made = await collection.indexes().catch((error: unknown) => {
    if (hasCode(error, NO_COLLECTION)) return [];
    throw error;
  });
  return wanted.every(([key, options]) => {
    const index = made.find(({ name }) => name === (options.name ?? nameOf(key)));
    if (index === undefined) return false;
    const subject = subjectOf(index.key, index.partialFilterExpression);
    if (subject !== subjectOf(key, options.partialFilterExpression)) return false;
    return OPTIONS.every((option) => (index[option] ?? false) === (options[option] ?? false));
  });
}

/**
 * Creates the indexes of all registered models where one is missing; existing ones stay. Where none is, it only reads: the API's database
 * user has no right to create one. Throws for a user without that right.
 */
export async function makeIndexes(connection: Connection): Promise<void> {
  for (const model of Object.values(connection.models)) {
    if (await isIndexed(model)) continue;
    try {
      await model.createIndexes();
    } catch (error) {
      if (!hasCode(error, NO_RIGHT)) throw error;
      const { collectionName } = model.collection;
      throw new Error(
        `An index of ${collectionName} is missing, and this user of the database may not create one: run "migrate" first.`,
        { cause: error },
      );
    }
  }
}
