import type { Connection } from 'mongoose';

/** One change of stored records. It may run again after a crash half-way, so it must not mind what is done already. */
export interface Migration {
  readonly name: string;
  readonly run: (connection: Connection) => Promise<void>;
}

/** What a run did. */
export interface MigrationReport {
  readonly applied: readonly string[];
}

interface AppliedMigration {
  readonly _id: string;
  readonly appliedAt: Date;
}

/** Runs the migrations that this database has not seen, in order, and makes every index. Safe to repeat and to run twice at once. */
export async function migrate(connection: Connection, migrations: readonly Migration[]): Promise<MigrationReport> {
  await syncIndexes(connection);
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

/** The names of the migrations that this database has not seen, oldest first. Changes nothing. */
export async function pendingMigrations(
  connection: Connection,
  migrations: readonly Migration[],
): Promise<readonly string[]> {
  const done = await connection.collection<AppliedMigration>('migrations').find().toArray();
  const seen = new Set(done.map(({ _id }) => _id));
  return migrations.map(({ name }) => name).filter((name) => !seen.has(name));
}

/** Makes the indexes that the models state; existing ones stay as they are. */
async function syncIndexes(connection: Connection): Promise<void> {
  for (const model of Object.values(connection.models)) await model.createIndexes();
}
