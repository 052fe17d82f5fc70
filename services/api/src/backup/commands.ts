import { resolve } from 'node:path';
import type { mongo } from 'mongoose';
import { type Command, readArguments, UsageError } from '../commands/command.ts';
import { backUp } from './backup.ts';
import { restore } from './restore.ts';
import { backedUp, restored } from './told.ts';

type Environment = Parameters<Command['read']>[1];

const BACKUP_USAGE = 'npm run backup -- FILE';
const RESTORE_USAGE = 'npm run restore -- FILE [--replace NAME-OF-THE-DATABASE]';

/** A file is meant from where the person stands, which npm tells. */
function fileOf(positionals: readonly string[], { INIT_CWD = '.' }: Environment, usage: string): string {
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new UsageError(`One file has to be named. Usage: ${usage}`);
  return resolve(INIT_CWD, file);
}

/** `backup FILE`: everything that the database of MONGODB_URI holds. */
export const backupCommand: Command<mongo.Db> = {
  usage: BACKUP_USAGE,
  purpose: 'Writes all records, files and indexes of the database to a new file.',
  read(args, environment) {
    const file = fileOf(readArguments(args, BACKUP_USAGE, {}).positionals, environment, BACKUP_USAGE);
    return async (db) => backedUp(file, await backUp(db, file));
  },
};

/** `restore FILE [--replace NAME]`: the same, back into the database of MONGODB_URI. */
export const restoreCommand: Command<mongo.Db> = {
  usage: RESTORE_USAGE,
  purpose: 'Puts a backup into the database, which has to be empty, or to be named for everything in it to go.',
  read(args, environment) {
    const { positionals, values } = readArguments(args, RESTORE_USAGE, { replace: { type: 'string' } });
    const file = fileOf(positionals, environment, RESTORE_USAGE);
    return async (db) => restored(file, await restore(db, file, values.replace));
  },
};
