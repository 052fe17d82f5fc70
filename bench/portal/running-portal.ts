import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');
const START_MS = 180_000;

/** A portal as `npm start` starts it, on free ports over a new data directory, until it is disposed of. */
export interface RunningPortal extends AsyncDisposable {
  readonly url: string;
  readonly mailUrl: string;
  readonly mongoUri: string;
  /** The process that serves pages and API; the database is a child of it. */
  readonly pid: number;
}

function ready(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let printed = '';
    const fail = (what: string) => reject(new Error(`The portal ${what}. It printed:\n${printed}`));
    const timer = setTimeout(() => fail(`was not ready within ${START_MS / 1000} s`), START_MS);
    const read = (text: Buffer) => {
      printed += text.toString();
      if (printed.includes('Ready in')) {
        clearTimeout(timer);
        resolve();
      }
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', (code) => fail(`ended with code ${code}`));
  });
}

function textOf(run: object, name: string): string {
  const value: unknown = Reflect.get(run, name);
  if (typeof value !== 'string') throw new Error(`run.json has no ${name}`);
  return value;
}

/** Starts a portal; what it stored is deleted with it. */
export async function startPortal(dataDir: string): Promise<RunningPortal> {
  rmSync(dataDir, { recursive: true, force: true });
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'scripts/start.ts'], {
    cwd: ROOT,
    // The channel ends the portal when this process ends, however that happens.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      ...process.env,
      PORT: '0',
      DATA_DIR: dataDir,
      MAX_UPLOAD_MB: '1024',
      LOG_LEVEL: 'error',
      // Without trial runs: what is measured is published without.
      CHROMIUM_PATH: 'none',
      // Clients have network addresses of their own, as behind the edge proxy.
      TRUST_PROXY: 'loopback',
    },
  });
  try {
    await ready(child);
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
  const run: unknown = JSON.parse(readFileSync(join(dataDir, 'run.json'), 'utf8'));
  if (typeof run !== 'object' || run === null) throw new Error('run.json is no object');
  return {
    url: textOf(run, 'url'),
    mailUrl: textOf(run, 'mailUrl'),
    mongoUri: textOf(run, 'mongoUri'),
    pid: child.pid ?? 0,
    async [Symbol.asyncDispose]() {
      const ended = once(child, 'exit');
      child.kill('SIGINT');
      await ended;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
