import { ChildProcess, spawn } from 'node:child_process';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { waitForLine } from '@cytocomm/runtime/start';
import { MECHANISM, readPassword, USER, USER_DATABASE } from './authentication.ts';

/** The options of the embedded database. */
export interface EmbeddedMongoOptions {
  readonly dataDir: string;
  /** 0, the default, picks a free port. */
  readonly port?: number;
  /** The interval between deletions of expired documents, 60 s by default, as in MongoDB. */
  readonly ttlIntervalMs?: number;
  /** Whether this process stays alive for the database, true by default; else it ends when it has nothing more to do. */
  readonly holdsParent?: boolean;
  /** The young generation of its memory in MB: 2, the default, halve the memory of 100,000 documents; 16 save a fifth of the time of a search. */
  readonly youngMb?: number;
}

/** A running embedded database. It ends with its parent process, or with `stop`, which waits for the end. */
export interface EmbeddedMongo {
  /** Contains the password. */
  readonly uri: string;
  readonly pid: number;
  /** Resolves when the process has ended, for any reason. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

/** Starts the database as a child process. Rejects with a message for people if it cannot start. */
export async function startEmbeddedMongo(options: EmbeddedMongoOptions): Promise<EmbeddedMongo> {
  const { dataDir, port = 0, ttlIntervalMs = 60_000, holdsParent = true, youngMb = 2 } = options;
  const nodeFlags = ['--disable-warning=ExperimentalWarning', `--max-semi-space-size=${youngMb}`];
  const flags = `--port ${port} --ttl-interval-ms ${ttlIntervalMs} --end-with-stdin`.split(' ');
  const programArguments = [...nodeFlags, join(import.meta.dirname, 'main.ts'), '--data-dir', dataDir, ...flags];
  const child = spawn(process.execPath, programArguments, { stdio: ['pipe', 'pipe', 'inherit'] });
  const exited = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const address = `127.0.0.1:${await waitForLine('the embedded database', child, portIn)}`;
  const handles = holdsParent ? [] : [child, child.stdin, child.stdout];
  for (const handle of handles) if (handle instanceof ChildProcess || handle instanceof Socket) handle.unref();
  const clientOptions = `replicaSet=embedded&authSource=${USER_DATABASE}&authMechanism=${MECHANISM}`;
  return {
    uri: `mongodb://${USER}:${readPassword(dataDir)}@${address}/?${clientOptions}`,
    pid: child.pid ?? 0,
    ended: exited,
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

/** Returns the port in what the child says first. Throws why it cannot start. */
function portIn(line: string): number | undefined {
  const { port, error }: { readonly port?: number; readonly error?: string } = JSON.parse(line);
  if (error !== undefined) throw new Error(error);
  return port;
}
