import { resolve } from 'node:path';
import { runInTerminal } from '@cytocomm/api';
import { endWithFailure } from './command.ts';
import { hasSecrets, readSecrets } from './data-dir.ts';
import { findMeantDatabase } from './meant-database.ts';
import { readSettings } from './settings.ts';

/** Runs one command of services/api on the database that is meant. Sets the process's exit code. */
export async function runDatabaseCommand(name: string): Promise<void> {
  const words = process.argv.slice(2);
  try {
    if (words.includes('--help') || words.includes('-h')) {
      await runInTerminal([name, '--help'], {});
      return;
    }
    const { uri, whose, environment, stop } = await findMeantDatabase(process.env);
    try {
      const dataDir = resolve(readSettings(process.env).DATA_DIR);
      const secrets = environment !== 'production' && hasSecrets(dataDir) ? readSecrets(dataDir) : {};
      const given = { ...secrets, ...process.env, NODE_ENV: environment, MONGODB_URI: uri };
      process.exitCode = await runInTerminal([name, ...words], given, whose);
    } finally {
      await stop();
    }
  } catch (error) {
    endWithFailure(error);
  }
}
