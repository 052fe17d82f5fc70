import { resolve } from 'node:path';
import { runInTerminal, usesDatabase } from '@cytocomm/api';
import { SEED_COMMANDS } from '@cytocomm/seed';
import { endWithFailure } from './portal/command.ts';
import { hasSecrets, readSecrets } from './portal/data-dir.ts';
import { findDatabase } from './portal/database.ts';
import { readSettings } from './portal/settings.ts';

/** Runs one command of services/api, or the seed, on the portal's database. Sets the process's exit code. */
async function runDatabaseCommand([name = '--help', ...words]: readonly string[]): Promise<void> {
  try {
    if (words.includes('--help') || words.includes('-h')) {
      await runInTerminal([name, '--help'], {}, { commands: SEED_COMMANDS });
      return;
    }
    if (!usesDatabase(name)) {
      process.exitCode = await runInTerminal([name, ...words], process.env);
      return;
    }
    const { uri, whose, environment, stop } = await findDatabase(process.env);
    try {
      const dataDir = resolve(readSettings(process.env).DATA_DIR);
      const secrets = environment !== 'production' && hasSecrets(dataDir) ? readSecrets(dataDir) : {};
      const variables = {
        ...secrets,
        ...process.env,
        NODE_ENV: environment,
        MONGODB_URI: uri,
        MONGODB_URI_FILE: undefined,
      };
      process.exitCode = await runInTerminal([name, ...words], variables, { whose, commands: SEED_COMMANDS });
    } finally {
      await stop();
    }
  } catch (error) {
    endWithFailure(error);
  }
}

await runDatabaseCommand(process.argv.slice(2));
