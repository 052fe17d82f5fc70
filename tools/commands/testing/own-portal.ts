import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lockPublicKey, openReleaseDesk, type ReleaseDesk, readConfig, runCommand } from '@cytocomm/api';
import { waitForLine } from '@cytocomm/runtime/start';
import { PROGRAM_ENVIRONMENT } from '../../../services/api/src/testing/processes.ts';
import { startOwnDatabase } from '../portal/database.ts';
import { ROOT } from '../workspaces.ts';

/** How a script ended. */
export interface Ended {
  readonly code: number | null;
  /** Standard output and errors, as they came. */
  readonly said: string;
  readonly lines: readonly string[];
}

/** Runs a command of tools/commands/ until it ends by itself. Nothing of this process's environment goes along but PROGRAM_ENVIRONMENT and `env`. */
export function runScript(
  name: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  return new Promise((settle, reject) => {
    const program = ['--disable-warning=ExperimentalWarning', `tools/commands/${name}.ts`, ...args];
    const child = spawn(process.execPath, program, {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...PROGRAM_ENVIRONMENT, ...env },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
      });
    child.once('error', reject);
    child.once('close', (code) => settle({ code, said: output, lines: output.trim().split('\n') }));
  });
}

const SCRATCH = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** A service in a process of its own. */
export interface OwnProcess {
  readonly url: string;
  /** Resolves when it is gone. */
  readonly ended: Promise<void>;
  /** Ends it at once; resolves when it is gone. */
  kill(): Promise<void>;
}

/** A database with releases, and processes on it, until it is disposed of. */
export interface OwnPortal extends AsyncDisposable {
  /** A folder for what a test needs, in memory where there is some. */
  readonly dir: string;
  /** Where the data of the database lies. */
  readonly dataDir: string;
  /** The settings of services on the database. */
  readonly settings: Readonly<Record<string, string>>;
  readonly desk: ReleaseDesk;
  /** Starts services/web on folders of its own below `dir`, with other settings where they are given; resolves when it listens. */
  startWeb(folder: string, given?: Readonly<Record<string, string>>): Promise<OwnProcess>;
  startApi(given?: Readonly<Record<string, string>>): Promise<OwnProcess>;
  /** Closes the desk and ends the database; what it holds stays. */
  stopDatabase(): Promise<void>;
  /** Starts a program that publishes a folder and promotes it; resolves when it begins. */
  startPublishing(distDir: string): Promise<OwnProcess>;
}

/** Starts a program; resolves when it says its address. */
async function start(
  program: string,
  env: Readonly<Record<string, string>>,
  children: Set<ChildProcess>,
  args: readonly string[] = [],
) {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', join(ROOT, program), ...args], {
    env: { ...PROGRAM_ENVIRONMENT, PORT: '0', OPERATOR_PORT: '0', LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.add(child);
  const ended = once(child, 'close').then(() => void children.delete(child));
  const { url }: { readonly url: string } = await waitForLine(program, child, (line) =>
    line.includes('"url":') ? JSON.parse(line) : undefined,
  );
  return {
    url,
    ended,
    kill: () => {
      child.kill('SIGKILL');
      return ended;
    },
  };
}

/** Starts a new embedded database and opens releases and locks on it. */
export async function startOwnPortal(): Promise<OwnPortal> {
  await using started = new AsyncDisposableStack();
  const dir = mkdtempSync(join(SCRATCH, 'own-portal-'));
  started.defer(() => rmSync(dir, { recursive: true, force: true }));
  const dataDir = join(dir, 'data');
  const database = await startOwnDatabase(dataDir);
  const serving = started.use(new AsyncDisposableStack());
  serving.defer(() => database.stop());
  const settings = {
    NODE_ENV: 'test',
    MONGODB_URI: database.uri,
    PUBLIC_URL: 'http://localhost',
    SMTP_URL: 'smtp://127.0.0.1:9',
    SESSION_SECRET: 's'.repeat(32),
    TOKEN_SECRET: 't'.repeat(32),
    LOG_LEVEL: 'error',
  };
  await runCommand('migrate', [], settings);
  const desk = serving.use(await openReleaseDesk(settings));
  const children = new Set<ChildProcess>();
  started.defer(async () => {
    await Promise.all([...children].map((child) => child.kill('SIGKILL') && once(child, 'close')));
  });
  const resources = started.move();
  return {
    dir,
    dataDir,
    settings,
    desk,
    startWeb: (folder, given = {}) => {
      const folders = { RELEASES_DIR: join(dir, folder, 'releases'), LOCKS_DIR: join(dir, folder, 'locks') };
      for (const each of Object.values(folders)) mkdirSync(each, { recursive: true });
      const { MONGODB_URI, NODE_ENV, PUBLIC_URL } = settings;
      const LOCK_PUBLIC_KEYS = lockPublicKey(readConfig(settings));
      const env = { NODE_ENV, PUBLIC_URL, MONGODB_URI, LOCK_PUBLIC_KEYS, API_URL: 'http://127.0.0.1:9', ...folders };
      return start('services/web/src/main.ts', { ...env, ...given }, children);
    },
    startApi: (given = {}) => start('services/api/src/main/main.ts', { ...settings, ...given }, children),
    startPublishing: (distDir) => start('tools/commands/testing/publish-program.ts', settings, children, [distDir]),
    stopDatabase: () => serving.disposeAsync(),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
