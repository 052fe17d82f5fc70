import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { waitForStart } from '@cytocomm/runtime/start';

/**
 * What a program that a test starts has of the test's own environment: where programs are, and where Node keeps what it
 * has compiled, which saves half of the processor's time that a service takes to start.
 */
export const PROGRAM_ENVIRONMENT: Readonly<Record<string, string | undefined>> = {
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
};

/** Where a service listens. */
interface Places {
  readonly url: string;
  readonly operatorUrl: string;
}

/** A service in a process of its own, which may not be ready yet, or never. */
export interface LaunchedService {
  readonly child: ChildProcess;
  /** Its log so far, line by line. */
  readonly log: readonly string[];
  /** What it has written to standard error so far. */
  readonly complaints: () => string;
  readonly isAlive: () => boolean;
  /** Resolves when it listens, which is when it is ready. */
  readonly listening: Promise<Places>;
  /** Resolves when it is gone. */
  readonly ended: Promise<{ readonly code: number | null; readonly signal: string | null }>;
  /** Ends it at once; resolves when it is gone. */
  kill(): Promise<void>;
}

/** The service in a process of its own, ready. */
export interface ApiProcess extends LaunchedService, Places {}

/** Starts this service in a process of its own, at free ports; `nodeOptions` are options of Node. */
export function launchApi(
  settings: Readonly<Record<string, string>>,
  nodeOptions: readonly string[] = [],
): LaunchedService {
  const main = join(__dirname, '..', 'main', 'main.ts');
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...nodeOptions, main], {
    env: { ...PROGRAM_ENVIRONMENT, NODE_ENV: 'development', PORT: '0', OPERATOR_PORT: '0', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const log: string[] = [];
  let complaints = '';
  const listening = Promise.withResolvers<Places>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    log.push(line);
    if (line.includes('"operatorUrl"')) listening.resolve(JSON.parse(line));
  });
  child.stderr.on('data', (chunk) => {
    complaints += String(chunk);
  });
  const ended: LaunchedService['ended'] = new Promise((resolve) =>
    child.once('close', (code, signal) => resolve({ code, signal })),
  );
  return {
    child,
    log,
    complaints: () => complaints,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    listening: listening.promise,
    ended,
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Resolves to where a launched service listens, when it does. */
export function placesOf({ child, listening, complaints }: LaunchedService): Promise<Places> {
  return waitForStart('services/api', child, listening, complaints);
}

/** Starts the service in a process of its own, at free ports; `nodeOptions` are options of Node. Resolves when it is ready. */
export async function startApiProcess(
  settings: Readonly<Record<string, string>>,
  nodeOptions: readonly string[] = [],
): Promise<ApiProcess> {
  const launched = launchApi(settings, nodeOptions);
  return { ...launched, ...(await placesOf(launched)) };
}

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
