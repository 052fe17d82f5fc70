import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { until } from './until.ts';

/** The service in a process of its own. */
export interface ApiProcess {
  readonly url: string;
  readonly operatorUrl: string;
  /** Its log so far, line by line. */
  readonly log: readonly string[];
  /** What it has written to standard error so far. */
  readonly complaints: () => string;
  readonly isAlive: () => boolean;
  /** Ends it at once; resolves when it is gone. */
  kill(): Promise<void>;
}

/** Starts the service in a process of its own, at free ports; `nodeOptions` are options of Node. Resolves when it is ready. */
export async function startApiProcess(
  settings: Readonly<Record<string, string>>,
  nodeOptions: readonly string[] = [],
): Promise<ApiProcess> {
  const child = spawn(process.execPath, [...nodeOptions, join(__dirname, '..', 'main.ts')], {
    env: { PATH: process.env.PATH, NODE_ENV: 'development', PORT: '0', OPERATOR_PORT: '0', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const log: string[] = [];
  let complaints = '';
  createInterface({ input: child.stdout }).on('line', (line) => log.push(line));
  child.stderr.on('data', (chunk) => {
    complaints += String(chunk);
  });
  const gone = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const isAlive = () => child.exitCode === null && child.signalCode === null;
  const first = await until('the process to listen', () => {
    if (!isAlive()) throw new Error(`The process has ended: ${complaints}`);
    return log.find((line) => line.startsWith('{"url"'));
  });
  const { url, operatorUrl } = JSON.parse(first) as { url: string; operatorUrl: string };
  await until('the process to be ready', async () => (await fetch(`${operatorUrl}/readyz`)).ok);
  return {
    url,
    operatorUrl,
    log,
    complaints: () => complaints,
    isAlive,
    kill: () => {
      child.kill('SIGKILL');
      return gone;
    },
  };
}
