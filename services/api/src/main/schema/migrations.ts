import type { Connection } from 'mongoose';
import { type Migration, type MigrationReport, migrate } from '../../platform/database/migrate.ts';
import { registerModels } from './all-models.ts';

/** The database was made by a build before the first supported one. */
export class DatabaseTooOld extends Error {
  override readonly name = 'DatabaseTooOld';
}

/** Refuses a database of builds before the baseline, which has migrations of other names: nothing completes their records. */
async function refuseEarlierData(connection: Connection): Promise<void> {
  const names = MIGRATIONS.map(({ name }) => name);
  const other = await connection.collection<{ _id: string }>('migrations').findOne({ _id: { $nin: names } });
  if (other === null) return;
  throw new DatabaseTooOld(
    'This database was made by a build before 2.0.0, which cannot be upgraded. Start with an empty database, or an empty DATA_DIR, and upload and import again.',
  );
}

/** All migrations, oldest first. A released one is never edited. */
export const MIGRATIONS: readonly Migration[] = [{ name: '0001-baseline', run: refuseEarlierData }];

/** Brings a database up to date: all migrations and all indexes. Throws DatabaseTooOld. */
export function upgrade(connection: Connection): Promise<MigrationReport> {
  registerModels(connection);
  return migrate(connection, MIGRATIONS);
}
