import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { backUp } from './backup.ts';
import { withDatabase } from './database.ts';
import { BackupFailure } from './failure.ts';
import { restore } from './restore.ts';
import { backedUp, restored } from './told.ts';

/** The environment a command reads its settings from. */
type Environment = Readonly<Record<string, string | undefined>>;

/** `backup FILE`: everything that the database of MONGODB_URI holds. */
export async function backupCommand(args: readonly string[], environment: Environment): Promise<string> {
  const { file } = parsed(args, environment, 'npm run backup -- FILE');
  const amount = await withDatabase(environment.MONGODB_URI, (db) => backUp(db, file));
  return backedUp(file, amount);
}

/** `restore FILE [--replace NAME]`: the same, back into the database of MONGODB_URI. */
export async function restoreCommand(args: readonly string[], environment: Environment): Promise<string> {
  const { file, replace } = parsed(args, environment, 'npm run restore -- FILE [--replace NAME-OF-THE-DATABASE]');
  return restored(file, await withDatabase(environment.MONGODB_URI, (db) => restore(db, file, replace)));
}

/** A file is meant from where the person stands, which npm tells. */
function parsed(args: readonly string[], { INIT_CWD = '.' }: Environment, usage: string) {
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { replace: { type: 'string' } },
    });
    const [file, another] = positionals;
    if (file === undefined || another !== undefined) throw new Error('one file has to be named');
    return { file: resolve(INIT_CWD, file), replace: values.replace };
  } catch (error) {
    throw new BackupFailure(`Usage: ${usage} (${error instanceof Error ? error.message : String(error)})`);
  }
}
