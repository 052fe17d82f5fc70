import type { mongo } from 'mongoose';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { withTimeout } from '../../platform/database/clock.ts';
import { optionalGauges, readForMetrics } from '../../platform/operators/metrics.ts';

/** How long the metrics wait for the database, in ms. */
const TIMEOUT_MS = 2000;

/** What is known of the backups of a database. */
export interface BackupStatus {
  /** When `keep-backups` first tried one. */
  readonly wantedSince?: Date;
  /** Of the last backup that it took and verified. */
  readonly begunAt?: Date;
  readonly bytes?: number;
}

type Records = Pick<mongo.Db, 'collection'>;
const ID = { _id: 'last' };
const statusOf = (db: Records) => db.collection<BackupStatus & { readonly _id: string }>('backups');

/** Returns what is known of the backups of a database; undefined where none was ever tried. */
export async function readBackupStatus(db: Records): Promise<BackupStatus | undefined> {
  return (await statusOf(db).findOne(ID)) ?? undefined;
}

/** Notes a backup that was taken and verified. */
export async function noteBackup(db: Records, begunAt: Date, bytes: number): Promise<void> {
  await statusOf(db).updateOne(ID, { $set: { begunAt, bytes } }, { upsert: true });
}

/** Notes that backups are kept from now on, whether one succeeds or not; the first time counts. */
export async function noteWish(db: Records, wantedSince: Date): Promise<void> {
  await statusOf(db).updateOne(ID, { $setOnInsert: { wantedSince } }, { upsert: true });
}

/** Adds what is known of backups to the metrics; what is not there, or without the database, has no value. */
export function showBackups(registry: Registry, db: Records, log: Pick<Logger, 'warn' | 'info'>): void {
  const read = readForMetrics('what is known of backups', () => readBackupStatus(db), log);
  const show = (name: string, help: string, valueIn: (status: BackupStatus) => number | undefined) => {
    const value = async () => {
      const status = await withTimeout(read(), TIMEOUT_MS, undefined);
      return status && valueIn(status);
    };
    optionalGauges(registry, value)(name, help, (found) => found);
  };
  show(
    'portal_backup_wanted_timestamp_seconds',
    'When keep-backups first tried to take a backup, whether it succeeded or not',
    ({ wantedSince }) => wantedSince && wantedSince.getTime() / 1000,
  );
  show(
    'portal_backup_bytes',
    'How large the last backup is that was taken by keep-backups and verified',
    ({ bytes }) => bytes,
  );
  show(
    'portal_backup_timestamp_seconds',
    'When the last backup began that was taken by keep-backups and verified',
    ({ begunAt }) => begunAt && begunAt.getTime() / 1000,
  );
}
