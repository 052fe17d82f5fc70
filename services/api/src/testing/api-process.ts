import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { PROGRAM_ENVIRONMENT } from './program-environment.ts';
import { until } from './until.ts';

/** A service in a process of its own, which may not be ready yet, or never. */
export interface LaunchedService {
  readonly child: ChildProcess;
  /** Its log so far, line by line. */
  readonly log: readonly string[];
  /** What it has written to standard error so far. */
  readonly complaints: () => string;
  readonly isAlive: () => boolean;
  /** Resolves when it is gone. */
  readonly ended: Promise<{ readonly code: number | null; readonly signal: string | null }>;
  /** Ends it at once; resolves when it is gone. */
  kill(): Promise<void>;
}

/** The service in a process of its own, ready. */
export interface ApiProcess extends LaunchedService {
  readonly url: string;
  readonly operatorUrl: string;
}

/** Starts this service in a process of its own, at free ports; `nodeOptions` are options of Node. */
export function launchApi(
  settings: Readonly<Record<string, string>>,
  nodeOptions: readonly string[] = [],
): LaunchedService {
  const main = join(__dirname, '..', 'main.ts');
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...nodeOptions, main], {
    env: { ...PROGRAM_ENVIRONMENT, NODE_ENV: 'development', PORT: '0', OPERATOR_PORT: '0', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const log: string[] = [];
  let complaints = '';
  createInterface({ input: child.stdout }).on('line', (line) => log.push(line));
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
    ended,
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Beside other tests a start may take much longer than it does alone. */
const START_MS = 60_000;

/** Where a launched service listens. Resolves when it does, which is when it is ready. */
export async function placesOf(
  launched: LaunchedService,
): Promise<{ readonly url: string; readonly operatorUrl: string }> {
  const line = await until(
    'the process to listen',
    () => {
      if (!launched.isAlive()) throw new Error(`The process has ended: ${launched.complaints()}`);
      return launched.log.find((each) => each.startsWith('{"url"'));
    },
    START_MS,
  );
  return JSON.parse(line);
}

/** Starts the service in a process of its own, at free ports; `nodeOptions` are options of Node. Resolves when it is ready. */
export async function startApiProcess(
  settings: Readonly<Record<string, string>>,
  nodeOptions: readonly string[] = [],
): Promise<ApiProcess> {
  const launched = launchApi(settings, nodeOptions);
  return { ...launched, ...(await placesOf(launched)) };
}
