import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PROGRAM_ENVIRONMENT } from '../../../services/api/src/testing/processes.ts';
import { ROOT } from '../../../tools/commands/workspaces.ts';

/** What every portal of a trial is started with, so that a command proves what it has sealed. */
export const TRIAL_SECRETS = { SESSION_SECRET: 's'.repeat(32), TOKEN_SECRET: 't'.repeat(32) };
const COMMANDS = join(ROOT, 'services', 'api', 'src', 'main', 'commands', 'main.ts');
/** How long a command may take; the restore of a fifth of a gigabyte took 3.4 minutes on a busy machine. */
const COMMAND_MS = 10 * 60_000;
const run = promisify(execFile);

/** Runs a command of the service in a process of its own. Throws what it complains of when it fails, or is ended for its length. */
export async function command(uri: string, ...args: readonly string[]): Promise<string> {
  const env = { ...PROGRAM_ENVIRONMENT, NODE_ENV: 'test', ...TRIAL_SECRETS, MONGODB_URI: uri };
  const flags = ['--disable-warning=ExperimentalWarning', COMMANDS];
  const bounds = { timeout: COMMAND_MS, killSignal: 'SIGKILL' } as const;
  return (await run(process.execPath, [...flags, ...args], { env, ...bounds })).stdout;
}
