import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** The program of a page process. */
export const PAGE_PROGRAM = join(import.meta.dirname, '..', '..', 'programs', 'page-program.js');

/** The heap of a page, in MB. */
const MAX_HEAP_MB = 128;

/**
 * What is taken from the process: files, other processes, threads, add-ons and the inspector by Node's permission model, which
 * knows no network in this version; that, and all else of Node, the program removes before it takes a bundle. Text is
 * never code, and what the language brings along is frozen. No machine code is made of a page's: a realm is used once, so
 * that making it would cost more time and memory than it saves.
 */
const PAGE_PROCESS_FLAGS: readonly string[] = [
  '--permission',
  '--disallow-code-generation-from-strings',
  '--frozen-intrinsics',
  '--jitless',
  '--no-addons',
  '--disable-sigusr1',
  `--max-old-space-size=${MAX_HEAP_MB}`,
  '--max-semi-space-size=8',
  '--v8-pool-size=1',
  '--no-warnings',
];

/** Runs in a namespace without network. */
const NO_NETWORK = ['unshare', '--user', '--net', '--'];
const TRY_TIMEOUT_MS = 5000;

async function withoutNetwork(): Promise<readonly string[]> {
  const [command = '', ...rest] = [...NO_NETWORK, process.execPath, '--check', PAGE_PROGRAM];
  try {
    await promisify(execFile)(command, rest, { env: {}, timeout: TRY_TIMEOUT_MS });
    return NO_NETWORK;
  } catch {
    return [];
  }
}

let prefix: Promise<readonly string[]> | undefined;

/**
 * The command line that starts a Node for pages, without what it is to run. Where the system lets a process give up its
 * network (Linux with user namespaces and util-linux), that is part of it; it is tried once.
 */
export async function pageCommand(): Promise<readonly string[]> {
  prefix ??= process.platform === 'linux' ? withoutNetwork() : Promise.resolve([]);
  return [...(await prefix), process.execPath, ...PAGE_PROCESS_FLAGS];
}
