import { runInTerminal, usesDatabase } from '@cytocomm/api';
import { SEED_COMMANDS } from '@cytocomm/seed';
import { endWithFailure } from './portal/command.ts';
import { findDatabase } from './portal/database.ts';

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
    const { whose, variables, stop } = await findDatabase(process.env);
    try {
      process.exitCode = await runInTerminal([name, ...words], variables, { whose, commands: SEED_COMMANDS });
    } finally {
      await stop();
    }
  } catch (error) {
    endWithFailure(error);
  }
}

await runDatabaseCommand(process.argv.slice(2));
