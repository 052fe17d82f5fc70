import { type CommandCore, openCommandCore } from '../main/commands/command.ts';
import { runCommand } from '../main/commands/run.ts';
import { startTestDatabase } from './database.ts';

/** What commands use, on a database of its own. */
export interface TestCore extends CommandCore {
  /** Closes it, and ends its database. */
  stop(): Promise<void>;
}

/** Opens what commands use, on the database of a connection string. */
export const openTestCore = (uri: string): Promise<CommandCore> => openCommandCore(environmentOf(uri));

const environmentOf = (uri: string) => ({ NODE_ENV: 'test', LOG_LEVEL: 'silent', MONGODB_URI: uri });

/** Opens what commands use, on a new database that is up to date. */
export async function startTestCore(): Promise<TestCore> {
  const database = await startTestDatabase();
  await runCommand('migrate', [], environmentOf(database.uri));
  const opened = await openTestCore(database.uri);
  return {
    ...opened,
    stop: async () => {
      await opened.close();
      await database.stop();
    },
  };
}
