import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { PROGRAM_ENVIRONMENT } from './program-environment.ts';

/** A command of the service in a process of its own. */
export interface LaunchedCommand {
  kill(signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void;
  /** Resolves when it is gone. */
  readonly ended: Promise<{ readonly code: number | null; readonly signal: string | null }>;
}

/** Starts a command in a process of its own. */
export function launchCommand(args: readonly string[], settings: Readonly<Record<string, string>>): LaunchedCommand {
  const main = join(__dirname, '..', 'main', 'commands', 'main.ts');
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main, ...args], {
    env: { ...PROGRAM_ENVIRONMENT, ...settings },
    stdio: 'ignore',
  });
  return {
    kill: (signal) => void child.kill(signal),
    ended: new Promise((resolve) => child.once('close', (code, signal) => resolve({ code, signal }))),
  };
}
