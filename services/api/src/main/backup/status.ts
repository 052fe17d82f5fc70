import type { mongo } from 'mongoose';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { z } from 'zod';
import { withTimeout } from '../../platform/database/clock.ts';
import { optionalGauges, readForMetrics } from '../../platform/operators/metrics.ts';

/** How long the metrics wait for the database, in ms. */
const TIMEOUT_MS = 2000;

/** Adds what is known of backups to the metrics; what is not there, or without the database, has no value. */
export function showBackups(
  registry: Registry,
  { last, wantedSince }: BackupStatus,
  log: Pick<Logger, 'warn' | 'info'>,
): void {
  const inMetrics = <Found>(reading: () => Promise<Found | undefined>) => {
    const read = readForMetrics('what is known of backups', reading, log);
    return optionalGauges(registry, () => withTimeout(read(), TIMEOUT_MS, undefined));
  };
  const showWanted = inMetrics(wantedSince);
  const showLast = inMetrics(last);
  showWanted(
    'portal_backup_wanted_timestamp_seconds',
    'When keep-backups first tried to take a backup, whether it succeeded or not',
    (since) => since.getTime() / 1000,
  );
  showLast(
    'portal_backup_bytes',
    'How large the last backup is that was taken by keep-backups and verified',
    ({ bytes }) => bytes,
  );
  showLast(
    'portal_backup_timestamp_seconds',
    'When the last backup began that was taken by keep-backups and verified',
    ({ begunAt }) => begunAt.getTime() / 1000,
  );
}

/** The collection with a record of the last backup that was kept, and one of when the first was tried. */
const COLLECTION = 'backups';
const ID = 'last';

const lastSchema = z.object({ begunAt: z.date(), bytes: z.number() });

/** The last backup that was kept and verified. */
export type LastBackup = z.output<typeof lastSchema>;

/** Notes a backup, for the metrics of the API. */
export async function recordBackup(db: mongo.Db, { begunAt, bytes }: LastBackup): Promise<void> {
  await db
    .collection<LastBackup & { _id: string }>(COLLECTION)
    .replaceOne({ _id: ID }, { begunAt, bytes }, { upsert: true });
}

const WANTED = 'wanted';
const wantedSchema = z.object({ since: z.date() });

/** Notes that backups are kept from now on, whether one succeeds or not; the first time counts. */
export async function recordBackupsWanted(db: mongo.Db, since: Date): Promise<void> {
  await db
    .collection<{ _id: string; since: Date }>(COLLECTION)
    .updateOne({ _id: WANTED }, { $setOnInsert: { since } }, { upsert: true });
}

/** Returns since when backups are kept; undefined where none was ever tried. */
export async function readBackupsWantedSince(db: Pick<mongo.Db, 'collection'>): Promise<Date | undefined> {
  const record = await db.collection<{ _id: string; since: Date }>(COLLECTION).findOne({ _id: WANTED });
  return record === null ? undefined : wantedSchema.parse(record).since;
}

/** Returns the last backup that was noted; undefined where none was. */
export async function lastBackup(db: Pick<mongo.Db, 'collection'>): Promise<LastBackup | undefined> {
  const record = await db.collection<LastBackup & { _id: string }>(COLLECTION).findOne({ _id: ID });
  return record === null ? undefined : lastSchema.parse(record);
}

/** The status of the backups of a database. */
interface BackupStatus {
  /** Returns the last backup that `keep-backups` took and verified. */
  readonly last: () => Promise<LastBackup | undefined>;
  /** Returns when `keep-backups` first tried one. */
  readonly wantedSince: () => Promise<Date | undefined>;
}

/** Returns what reads what is known of the backups of a database. */
export function readBackupStatus(db: Pick<mongo.Db, 'collection'>): BackupStatus {
  return { last: () => lastBackup(db), wantedSince: () => readBackupsWantedSince(db) };
}
