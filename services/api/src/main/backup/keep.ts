import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { mongo } from 'mongoose';
import { assertRestored } from '../../platform/database/lease.ts';
import { backUp, DRAFT, UNVERIFIED } from './backup.ts';
import { writeFailure } from './failure.ts';
import { noteBackup, noteWish } from './status.ts';
import type { VerifiedBackup } from './verify.ts';

/** Where backups are kept, for whom, and how long. */
export interface BackupPlace {
  readonly folder: string;
  /** Of age, one at least. */
  readonly recipients: readonly string[];
  readonly keepDays: number;
}

/** A backup that was taken and verified. */
export interface KeptBackup {
  readonly file: string;
  readonly verified: VerifiedBackup;
  /** The names of the old ones that went for it. */
  readonly removed: readonly string[];
}

/** The log of backups. */
interface BackupLog {
  info(fields: object, text: string): void;
  warn(fields: object, text: string): void;
  error(fields: object, text: string): void;
}

const HOUR_MS = 3600 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** The newest ones stay at any age: a clock that jumps must not leave one alone. */
const ALWAYS_KEPT = 3;
/** How many times in an interval a backup that failed is tried again. */
const TRIES = 24;

const NAME = /^portal-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z\.backup(\.\w+)?$/;

/** The files of a folder that are backups, drafts (`.part`) or incomplete (`.unverified`), newest first; others are left alone. */
async function backupsIn(folder: string, suffix = '') {
  const found = (await readdir(folder)).flatMap((name) => {
    const [, day, hour, minute, second, ms, end = ''] = NAME.exec(name) ?? [];
    return day === undefined || end !== suffix
      ? []
      : [{ name, at: Date.parse(`${day}T${hour}:${minute}:${second}.${ms}Z`) }];
  });
  return found.toSorted((one, other) => other.at - one.at);
}

/** Removes the files of a kind from before a time, but for the newest ones; returns their names. */
async function removeOld(folder: string, suffix: string, before: number, kept = 0): Promise<readonly string[]> {
  const old = (await backupsIn(folder, suffix)).slice(kept).filter(({ at }) => at < before);
  for (const { name } of old) await rm(join(folder, name), { force: true });
  return old.map(({ name }) => name);
}

/**
 * Takes a backup into a folder, which verifies it, and only then removes those that are too old. Of those that lack something
 * the newest stays, until one is whole. Throws as `backUp` does.
 */
export async function keepBackup(
  db: mongo.Db,
  { folder, recipients, keepDays }: BackupPlace,
  log: Pick<BackupLog, 'warn'>,
): Promise<KeptBackup> {
  await assertRestored(db, db.databaseName);
  const begunAt = new Date();
  // A database that takes no writes can be backed up all the same; its own alert tells of it.
  await noteWish(db, begunAt).catch((error: unknown) =>
    log.warn({ err: error }, 'when backups were first wanted could not be noted'),
  );
  const file = join(folder, `portal-${begunAt.toISOString().replaceAll(/[:.]/g, '-')}.backup`);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await removeOld(folder, DRAFT, begunAt.getTime() - DAY_MS);
    const verified = await backUp(db, file, recipients).catch(async (error: unknown) => {
      await removeOld(folder, UNVERIFIED, begunAt.getTime(), 1);
      throw error;
    });
    await removeOld(folder, UNVERIFIED, begunAt.getTime());
    await noteBackup(db, begunAt, (await stat(file)).size);
    const removed = await removeOld(folder, '', begunAt.getTime() - keepDays * DAY_MS, ALWAYS_KEPT);
    return { file, verified, removed };
  } catch (error) {
    throw writeFailure(folder, error);
  }
}

/** Whether the newest backup of the folder is older than that; a start of its own makes none due. */
async function isDue(folder: string, everyMs: number): Promise<boolean> {
  const now = Date.now();
  const backups = await backupsIn(folder).catch(() => []);
  // One that a clock named which was ahead says nothing: none would be taken until its day has come.
  return !backups.some(({ at }) => at <= now && at > now - everyMs);
}

/** Takes a backup every so many hours, until the signal. One that fails is logged and tried again in a 24th of the interval. */
export async function keepBackupsEvery(
  hours: number,
  db: mongo.Db,
  place: BackupPlace,
  log: BackupLog,
  signal?: AbortSignal,
): Promise<never> {
  for (const everyMs = hours * HOUR_MS; ; await pause(everyMs / TRIES, undefined, { signal })) {
    if (!(await isDue(place.folder, everyMs))) continue;
    try {
      const { file, verified, removed } = await keepBackup(db, place, log);
      log.info({ file, records: verified.records, files: verified.files, removed }, 'a backup was taken and verified');
    } catch (error) {
      log.error({ err: error }, 'a backup failed; those before are kept');
    }
  }
}
