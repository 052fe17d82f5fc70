import type { Connection } from 'mongoose';
import { makeIndexes } from './make-indexes.ts';

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
