import { resolve } from 'node:path';
import type { mongo } from 'mongoose';
import { type Command, readArguments, UsageError } from '../commands/command.ts';
import { backUp } from './backup.ts';
import { restore } from './restore.ts';
import { backedUp, restored, verified } from './told.ts';
import { verifyBackup } from './verify.ts';

type Environment = Parameters<Command['read']>[1];

const BACKUP_USAGE = 'npm run backup -- FILE [--recipient age1…]';
const RESTORE_USAGE = 'npm run restore -- FILE [--replace NAME-OF-THE-DATABASE] [--identity KEY-FILE]';
const VERIFY_USAGE = 'npm run verify-backup -- FILE [--identity KEY-FILE]';

/** A file is meant from where the person stands, which npm tells. */
const pathOf = (file: string, { INIT_CWD = '.' }: Environment) => resolve(INIT_CWD, file);

function fileOf(positionals: readonly string[], environment: Environment, usage: string): string {
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new UsageError(`One file has to be named. Usage: ${usage}`);
  return pathOf(file, environment);
}

/** `backup FILE [--recipient R]…`: everything that the database of MONGODB_URI holds, encrypted for whoever has the key of one R. */
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
    return async (db) => backedUp(file, await backUp(db, file, recipients), recipients.length > 0);
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
    const keyFile = values.identity === undefined ? undefined : pathOf(values.identity, environment);
    return async (db) => restored(file, await restore(db, file, values.replace, keyFile));
  },
};

/** `verify-backup FILE`: whether a backup is whole, without a database. */
export const verifyBackupCommand: Command<undefined> = {
  usage: VERIFY_USAGE,
  purpose: 'Reads a whole backup and says whether it can be restored: counts, hashes, and the file of each record.',
  read(args, environment) {
    const { positionals, values } = readArguments(args, VERIFY_USAGE, { identity: { type: 'string' } });
    const file = fileOf(positionals, environment, VERIFY_USAGE);
    const keyFile = values.identity === undefined ? undefined : pathOf(values.identity, environment);
    return async () => verified(file, await verifyBackup(file, keyFile));
  },
};
