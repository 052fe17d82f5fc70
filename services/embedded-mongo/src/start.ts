import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

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

/** A running embedded database. It ends with the process that started it. */
export interface EmbeddedMongo {
  readonly uri: string;
  readonly pid: number;
  /** Ends it and waits until it is gone. */
  stop(): Promise<void>;
}

/** Starts the database as a child process. Rejects with a sentence for people when it cannot run. */
export async function startEmbeddedMongo(options: EmbeddedMongoOptions): Promise<EmbeddedMongo> {
  const { dataDir, port = 0, timeoutMs = 10_000, ttlIntervalMs = 60_000 } = options;
  const flags = [
    '--data-dir',
    dataDir,
    '--port',
    String(port),
    '--ttl-interval-ms',
    String(ttlIntervalMs),
    '--end-with-stdin',
  ];
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, 'main.ts'), ...flags],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  const exited = new Promise<void>((resolve) => child.once('close', () => resolve()));
  try {
    const ready = await readyLine(child, timeoutMs);
    return {
      uri: `mongodb://127.0.0.1:${ready}/?replicaSet=embedded`,
      pid: child.pid ?? 0,
      async stop() {
        child.kill('SIGTERM');
        await exited;
      },
    };
  } catch (cause) {
    child.kill('SIGKILL');
    await exited;
    throw cause;
  }
}

function readyLine(child: ChildProcess, timeoutMs: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`The embedded database did not come up within ${timeoutMs} ms.`)),
      timeoutMs,
    );
    child.once('error', (cause) =>
      reject(new Error(`The embedded database cannot be started: ${cause.message}`, { cause })),
    );
    child.once('close', (code) => reject(new Error(`The embedded database ended at once, with code ${code}.`)));
    if (child.stdout) {
      createInterface(child.stdout).once('line', (line) => {
        clearTimeout(timer);
        const said: unknown = JSON.parse(line);
        if (typeof said === 'object' && said !== null && 'port' in said && typeof said.port === 'number')
          resolve(said.port);
        else
          reject(new Error(typeof said === 'object' && said !== null && 'error' in said ? String(said.error) : line));
      });
    }
  });
}
