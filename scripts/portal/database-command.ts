import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInTerminal } from '@cytocomm/api';
import { z } from 'zod';
import { endWithFailure } from './command.ts';
import { openDataDir, readSecrets } from './data-dir.ts';
import { startOwnDatabase } from './own-database.ts';
import { readSettings } from './settings.ts';

const runningSchema = z.object({ mongoUri: z.string(), pid: z.number().int().positive() });

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** The database of the portal that runs over this data folder, if one does. */
function databaseOfRunningPortal(dataDir: string): string | undefined {
  const file = join(dataDir, 'run.json');
  if (!existsSync(file)) return undefined;
  const running = runningSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  return isAlive(running.pid) ? running.mongoUri : undefined;
}

/**
 * Runs one command of services/api against MONGODB_URI, else against the running portal's database, else against the
 * data folder's, which is started for as long as the command takes. Sets the process's exit code.
 */
export async function runDatabaseCommand(name: string): Promise<void> {
  try {
    const settings = readSettings(process.env);
    const dataDir = openDataDir(settings.DATA_DIR);
    const known = settings.MONGODB_URI ?? databaseOfRunningPortal(dataDir);
    const own = known ? undefined : await startOwnDatabase(dataDir);
    try {
      const secrets = settings.NODE_ENV === 'production' ? {} : readSecrets(dataDir);
      const environment = { ...secrets, ...process.env, NODE_ENV: settings.NODE_ENV, MONGODB_URI: known ?? own?.uri };
      process.exitCode = await runInTerminal([name, ...process.argv.slice(2)], environment);
    } finally {
      await own?.stop();
    }
  } catch (error) {
    endWithFailure(error);
  }
}
