import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { MECHANISM, readPassword, USER, USER_DATABASE } from './authentication.ts';

/** Where the database keeps its data, and how it is reached. */
export interface EmbeddedMongoOptions {
  readonly dataDir: string;
  /** By default, or with 0, a free one. */
  readonly port?: number;
  /** How long the start may take; 10 s by default. */
  readonly timeoutMs?: number;
  /** How often documents with a time to live are looked for; 60 s by default, as in MongoDB. */
  readonly ttlIntervalMs?: number;
}

/** A running embedded database. It ends with the process that started it, or with `stop`, which waits until it is gone. */
export interface EmbeddedMongo {
  /** Holds the password of the data directory. */
  readonly uri: string;
  readonly pid: number;
  /** Resolves when the process is gone, however that came. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

/** A small young generation: 100,000 documents in half the memory, for a few percent of the speed. */
const NODE_FLAGS = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=2'];

/** Starts the database as a child process. Rejects with a sentence for people when it cannot run. */
export async function startEmbeddedMongo(options: EmbeddedMongoOptions): Promise<EmbeddedMongo> {
  const { dataDir, port = 0, timeoutMs = 10_000, ttlIntervalMs = 60_000 } = options;
  const flags = `--port ${port} --ttl-interval-ms ${ttlIntervalMs} --end-with-stdin`.split(' ');
  const program = [...NODE_FLAGS, join(import.meta.dirname, 'main.ts'), '--data-dir', dataDir, ...flags];
  const child = spawn(process.execPath, program, { stdio: ['pipe', 'pipe', 'inherit'] });
  const exited = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    child.kill(signal);
    await exited;
  };
  try {
    const address = `127.0.0.1:${await readyPort(child, timeoutMs)}`;
    const options = `replicaSet=embedded&authSource=${USER_DATABASE}&authMechanism=${MECHANISM}`;
    return {
      uri: `mongodb://${USER}:${readPassword(dataDir)}@${address}/?${options}`,
      pid: child.pid ?? 0,
      ended: exited,
      stop: () => end('SIGTERM'),
    };
  } catch (cause) {
    await end('SIGKILL');
    throw cause;
  }
}

function readyPort(child: ChildProcess, timeoutMs: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const fail = (sentence: string) => reject(new Error(`The embedded database ${sentence}`));
    const timer = setTimeout(fail, timeoutMs, `did not come up within ${timeoutMs} ms.`);
    child.once('error', ({ message }) => fail(`cannot be started: ${message}`));
    child.once('close', (code) => fail(`ended at once, with code ${code}.`));
    if (!child.stdout) return;
    createInterface(child.stdout).once('line', (line) => {
      clearTimeout(timer);
      const reply: { readonly port?: number; readonly error?: string } = JSON.parse(line);
      if (reply.port) resolve(reply.port);
      else reject(new Error(reply.error));
    });
  });
}
