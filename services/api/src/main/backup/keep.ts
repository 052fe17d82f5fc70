import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import type { mongo } from 'mongoose';
import { assertRestored } from '../../platform/database/restore-mark.ts';
import { backUp, draftOf } from './backup.ts';
import { writeFailure } from './failure.ts';
import { recordBackup, recordBackupsWanted } from './status.ts';
import { type KeptBackup, verifiedSummary } from './summary.ts';
import { type VerifiedBackup, verifyBackup } from './verify.ts';

/** Where backups are kept, for whom, and how long. */
export interface BackupPlace {
  readonly folder: string;
  /** Of age, one at least. */
  readonly recipients: readonly string[];
  readonly keepDays: number;
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

const NAME = /^portal-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z\.backup$/;
const UNVERIFIED = '.unverified';
const nameOf = (at: Date) => `portal-${at.toISOString().replaceAll(/[:.]/g, '-')}.backup`;

/** The backups of a folder by their names, newest first; other files are left alone. */
async function backupsIn(folder: string): Promise<readonly { readonly name: string; readonly at: number }[]> {
  const found = (await readdir(folder)).flatMap((name) => {
    const [, day, hour, minute, second, ms] = NAME.exec(name) ?? [];
    return day === undefined ? [] : [{ name, at: Date.parse(`${day}T${hour}:${minute}:${second}.${ms}Z`) }];
  });
  return found.toSorted((one, other) => other.at - one.at);
}

/** Runs work on a folder; errors of the operating system become a BackupFailure. */
async function inFolder<Result>(folder: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw writeFailure(folder, error);
  }
}

/** Removes the damaged or incomplete backups, except one. */
async function removeUnverified(folder: string, butFor?: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name === butFor || !name.endsWith(UNVERIFIED) || !NAME.test(name.slice(0, -UNVERIFIED.length))) continue;
    await rm(join(folder, name), { force: true });
  }
}

async function removeOld(folder: string, before: number): Promise<readonly string[]> {
  const old = (await backupsIn(folder)).slice(ALWAYS_KEPT).filter(({ at }) => at < before);
  for (const { name } of old) await rm(join(folder, name), { force: true });
  return old.map(({ name }) => name);
}

/**
 * Takes a backup into a folder, reads it again from the disk, and only then removes those that are too old. Without the private
 * key: it is encrypted for a key besides, which is in no file and forgotten afterwards. One that is damaged or incomplete is
 * left as `….unverified`, the newest of such alone. Throws BackupFailure, and RestoreRefusal for a database that is half restored.
 */
export async function keepBackup(
  db: mongo.Db,
  { folder, recipients, keepDays }: BackupPlace,
  log: Pick<BackupLog, 'warn'>,
): Promise<KeptBackup> {
  await assertRestored(db);
  const startedAt = new Date();
  // A database that takes no writes can be backed up all the same; its own alert tells of it.
  await recordBackupsWanted(db, startedAt).catch((error: unknown) =>
    log.warn({ err: error }, 'when backups were first wanted could not be noted'),
  );
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    throw writeFailure(folder, error);
  });
  const name = nameOf(startedAt);
  // A name of its own: another one that is kept in the folder at the same time does not touch it.
  const draft = draftOf(join(folder, name));
  const unverified = `${name}${UNVERIFIED}`;
  const identity = await generateX25519Identity();
  await backUp(db, draft, [...recipients, await identityToRecipient(identity)]);
  let verified: VerifiedBackup;
  try {
    verified = await verifyBackup(draft, { identity });
    verifiedSummary(join(folder, unverified), verified);
  } catch (error) {
    await inFolder(folder, async () => {
      await rename(draft, join(folder, unverified));
      await removeUnverified(folder, unverified);
    });
    throw error;
  }
  const file = join(folder, name);
  const size = await inFolder(folder, async () => {
    await rename(draft, file);
    await removeUnverified(folder);
    return (await stat(file)).size;
  });
  await recordBackup(db, { begunAt: startedAt, bytes: size });
  return { file, verified, removed: await removeOld(folder, startedAt.getTime() - keepDays * DAY_MS) };
}

/** Returns in how many ms the next backup is due, as the newest one in the folder says; a start of its own makes none. */
async function dueIn(folder: string, everyMs: number): Promise<number> {
  const now = Date.now();
  const backups = await backupsIn(folder).catch(() => []);
  // One that a clock named which was ahead says nothing: none would be taken until its day has come.
  const newest = backups.find(({ at }) => at <= now);
  return newest === undefined ? 0 : newest.at + everyMs - now;
}

/** Takes a backup every so many hours, until the signal. One that fails is logged and tried again in a 24th of the interval. */
export async function keepBackupsEvery(
  hours: number,
  db: mongo.Db,
  place: BackupPlace,
  log: BackupLog,
  signal?: AbortSignal,
): Promise<never> {
  const everyMs = hours * HOUR_MS;
  for (;;) {
    const waitMs = await dueIn(place.folder, everyMs);
    // The date may be set while it waits.
    if (waitMs > 0) {
      await pause(Math.min(waitMs, HOUR_MS), undefined, { signal });
      continue;
    }
    try {
      const { file, verified, removed } = await keepBackup(db, place, log);
      const { collections, records, files } = verified;
      log.info({ file, collections, records, files, removed }, 'a backup was taken and verified');
    } catch (error) {
      log.error({ err: error }, 'a backup failed; those before are kept');
      await pause(everyMs / TRIES, undefined, { signal });
    }
  }
}
