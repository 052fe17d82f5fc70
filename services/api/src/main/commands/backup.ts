import { resolve } from 'node:path';
import { createLog } from '@cytocomm/runtime';
import type { mongo } from 'mongoose';
import { backUp } from '../backup/backup.ts';
import { EXCLUSIONS_MESSAGE } from '../backup/contents.ts';
import { encryptionFor } from '../backup/encryption.ts';
import { keepBackup, keepBackupsEvery } from '../backup/keep.ts';
import { restore } from '../backup/restore.ts';
import { verifiedSummary, verifyBackup } from '../backup/verify.ts';
import { type Command, readArguments, UsageError } from './command.ts';

type Environment = Parameters<Command['read']>[1];

const BACKUP_USAGE = 'npm run backup -- FILE [--recipient age1…]';
const RESTORE_USAGE = 'npm run restore -- FILE [--replace NAME-OF-THE-DATABASE] [--identity KEY-FILE]';
const KEEP_USAGE = 'npm run keep-backups -- FOLDER --recipient age1…[,age1…] [--keep-days 14] [--every-hours HOURS]';
const VERIFY_USAGE = 'npm run verify-backup -- FILE [--identity KEY-FILE]';

/** A file is meant from where the person stands, which npm tells. */
const pathOf = (file: string, { INIT_CWD = '.' }: Environment) => resolve(INIT_CWD, file);

const keyIn = (file: string | undefined, environment: Environment) =>
  file === undefined ? undefined : { file: pathOf(file, environment) };

function fileOf(positionals: readonly string[], environment: Environment, usage: string): string {
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new UsageError(`One file has to be named. Usage: ${usage}`);
  return pathOf(file, environment);
}

/** `backup FILE [--recipient R]…`: everything that the database of MONGODB_URI holds, encrypted for the holders of the keys R. */
export const backupCommand: Command<mongo.Db> = {
  usage: BACKUP_USAGE,
  purpose:
    'Writes all records, files and indexes of the database to a new file, encrypted for each recipient of age that is named.',
  read(args, environment) {
    const { positionals, values } = readArguments(args, BACKUP_USAGE, {
      recipient: { type: 'string', multiple: true },
    });
    const { recipient: recipients = [] } = values;
    const file = fileOf(positionals, environment, BACKUP_USAGE);
    const protection = recipients.length > 0 ? 'Encrypted.' : 'It is not encrypted and holds personal data.';
    return async (db) =>
      [verifiedSummary(file, await backUp(db, file, recipients)), protection, EXCLUSIONS_MESSAGE].join('\n');
  },
};

/** Reads a number of an option. Throws UsageError for none, or one that is not between 0 and `most`. */
function numberOf(option: string, text: string, most: number): number {
  const number = Number(text);
  if (text.trim() !== '' && number > 0 && number <= most) return number;
  throw new UsageError(`--${option} is a number above 0, ${most} at most. Usage: ${KEEP_USAGE}`);
}

/** `keep-backups FOLDER --recipient R…`: a backup that is encrypted and verified; the old ones go. Once, or every so many hours. */
export const keepBackupsCommand: Command<mongo.Db> = {
  usage: KEEP_USAGE,
  purpose:
    'Writes a backup of the database into a folder, encrypted, and verifies it; then those that are older than --keep-days go. With --every-hours it goes on until it is ended.',
  read(args, environment) {
    const { positionals, values } = readArguments(args, KEEP_USAGE, {
      recipient: { type: 'string', multiple: true, default: [] },
      'keep-days': { type: 'string', default: '14' },
      'every-hours': { type: 'string' },
    });
    const [folder, ...more] = positionals;
    if (folder === undefined || more.length > 0)
      throw new UsageError(`One folder has to be named. Usage: ${KEEP_USAGE}`);
    const recipients = values.recipient.flatMap((list) => list.split(',')).map((each) => each.trim());
    // A job at night has no one who sees that the files are open.
    if (recipients.filter(Boolean).length === 0)
      throw new UsageError(`--recipient says whose key opens the backups. Usage: ${KEEP_USAGE}`);
    encryptionFor(recipients);
    const place = {
      folder: pathOf(folder, environment),
      recipients,
      keepDays: numberOf('keep-days', values['keep-days'], 3650),
    };
    const hours = values['every-hours'] === undefined ? undefined : numberOf('every-hours', values['every-hours'], 168);
    if (hours !== undefined) return (db) => keepBackupsEvery(hours, db, place, createLog('info'));
    return async (db) => {
      const { file, verified, removed } = await keepBackup(db, place, createLog('warn'));
      const news = removed.length === 0 ? [] : [`Removed, for they were too old: ${removed.join(', ')}.`];
      return [verifiedSummary(file, verified), EXCLUSIONS_MESSAGE, ...news].join('\n');
    };
  },
};

/** `restore FILE [--replace NAME] [--identity KEY-FILE]`: the same, back into the database of MONGODB_URI. */
export const restoreCommand: Command<mongo.Db> = {
  usage: RESTORE_USAGE,
  purpose: 'Puts a backup into the database, which has to be empty, or to be named for everything in it to go.',
  read(args, environment) {
    const options = { replace: { type: 'string' }, identity: { type: 'string' } } as const;
    const { positionals, values } = readArguments(args, RESTORE_USAGE, options);
    const file = fileOf(positionals, environment, RESTORE_USAGE);
    const key = keyIn(values.identity, environment);
    return (db) => restore(db, file, values.replace, key);
  },
};

/** `verify-backup FILE`: whether a backup is whole, without a database. */
export const verifyBackupCommand: Command<undefined> = {
  usage: VERIFY_USAGE,
  purpose: 'Reads a whole backup and says whether it can be restored: counts, hashes, and the file of each record.',
  read(args, environment) {
    const { positionals, values } = readArguments(args, VERIFY_USAGE, { identity: { type: 'string' } });
    const file = fileOf(positionals, environment, VERIFY_USAGE);
    const key = keyIn(values.identity, environment);
    return async () => verifiedSummary(file, await verifyBackup(file, key));
  },
};
