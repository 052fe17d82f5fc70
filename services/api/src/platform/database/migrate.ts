import { type Connection, type IndexOptions, type Model, mongo } from 'mongoose';

/** MongoDB's own codes. */
const NO_COLLECTION = 26;
const NO_RIGHT = 13;

const hasCode = (error: unknown, code: number) => error instanceof mongo.MongoServerError && error.code === code;

/** Options in which an index of the same name may differ. */
const OPTIONS = ['unique', 'sparse', 'expireAfterSeconds'] as const satisfies readonly (keyof IndexOptions)[];

/** The fields of an index in their order, and its filter, as one text. */
const subjectOf = (key: object, filter: object | undefined) => mongo.BSON.EJSON.stringify([key, filter ?? null]);

/** The database's own way to name an index. */
const nameOf = (key: object) => Object.entries(key).flat().join('_');

/** Whether a collection has all indexes of its model. */
async function isIndexed({ collection, schema }: Model<unknown>): Promise<boolean> {
  const wanted = schema.indexes();
  if (wanted.length === 0) return true;
  const existing = await collection.indexes().catch((error: unknown) => {
    if (hasCode(error, NO_COLLECTION)) return [];
    throw error;
  });
  return wanted.every(([key, options]) => {
    const index = existing.find(({ name }) => name === (options.name ?? nameOf(key)));
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

/** A change of stored records. Must be idempotent: a crash may repeat it. */
export interface Migration {
  readonly name: string;
  readonly run: (connection: Connection) => Promise<void>;
}

/** The result of a run. */
export interface MigrationReport {
  readonly applied: readonly string[];
}

interface AppliedMigration {
  readonly _id: string;
  readonly appliedAt: Date;
}

/** Runs the pending migrations in order and creates all indexes that are missing. Safe to repeat and to run concurrently. */
export async function migrate(connection: Connection, migrations: readonly Migration[]): Promise<MigrationReport> {
  await makeIndexes(connection);
  const done = connection.collection<AppliedMigration>('migrations');
  const applied: string[] = [];
  for (const { name, run } of migrations) {
    if ((await done.findOne({ _id: name })) !== null) continue;
    await run(connection);
    await done.updateOne({ _id: name }, { $setOnInsert: { appliedAt: new Date() } }, { upsert: true });
    applied.push(name);
  }
  return { applied };
}

/** Returns the names of the pending migrations, oldest first. */
export async function pendingMigrations(
  connection: Connection,
  migrations: readonly Migration[],
): Promise<readonly string[]> {
  const done = await connection.collection<AppliedMigration>('migrations').find().toArray();
  const seen = new Set(done.map(({ _id }) => _id));
  return migrations.map(({ name }) => name).filter((name) => !seen.has(name));
}
