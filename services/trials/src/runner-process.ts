import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** How long a runner may take to give back what it tries, in ms. */
const STOP_TIMEOUT_MS = 10_000;

/** A trial runner in a process of its own. */
export interface TrialRunnerProcess {
  readonly pid: number | undefined;
  /** Resolves when the process has ended. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

/** Starts a trial runner as a child process, which ends with this one; `settings` are its environment. */
export function startTrialRunnerProcess(settings: Readonly<Record<string, string | undefined>>): TrialRunnerProcess {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', fileURLToPath(new URL('./main.ts', import.meta.url))],
    { stdio: ['pipe', 'inherit', 'inherit'], env: { ...settings } },
  );
  child.stdin.on('error', () => undefined);
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  return {
    pid: child.pid,
    ended,
    stop: async () => {
      // Closing its stdin stops it, as the end of this process does.
      child.stdin.end();
      const impatient = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
      await ended;
      clearTimeout(impatient);
    },
  };
}
