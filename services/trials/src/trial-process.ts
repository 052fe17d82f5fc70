import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TrialEnd, type TrialOrder, trialEndSchema } from './messages.ts';

const PAGE_BYTES = 4096;

interface Stat {
  readonly parent: number;
  readonly bytes: number;
}

function statOf(pid: string): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name may hold spaces and brackets.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { parent: Number(fields[1]), bytes: Number(fields[21]) * PAGE_BYTES };
  } catch {
    return undefined;
  }
}

/** Returns the resident memory of the largest process below one, itself included, in bytes; 0 where the system does not say (Linux does). */
function largestProcessBytes(root: number | undefined): number {
  let pids: string[];
  try {
    pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return 0;
  }
  const stats = new Map<number, Stat>();
  for (const pid of pids) {
    const stat = statOf(pid);
    if (stat) stats.set(Number(pid), stat);
  }
  const isBelow = (pid: number): boolean => {
    for (let at = pid, steps = 0; at > 1 && steps < 100; steps += 1) {
      if (at === root) return true;
      at = stats.get(at)?.parent ?? 0;
    }
    return false;
  };
  return Math.max(0, ...[...stats].filter(([pid]) => isBelow(pid)).map(([, { bytes }]) => bytes));
}

const PROGRAM = join(import.meta.dirname, 'trial', 'main.ts');
/** The most memory that one process of a trial may take, in bytes: a page takes some 200 MB. Checked on Linux only. */
const MAX_PROCESS_BYTES = 1536 * 1024 * 1024;
const MEMORY_CHECK_MS = 500;
/** The most that a trial may say, in characters. */
const MAX_OUTPUT_LENGTH = 1_000_000;

/** A trial came to no end of its own. */
export type TrialBreak = { readonly late: true } | { readonly tooLarge: number } | { readonly broken: string };

/**
 * Runs a trial in a process of its own, which knows neither the settings nor the database of this one. Resolves to what it
 * found, or to why it was ended: it takes longer than `withinMs`, or one of its processes more than `maxBytes` of memory, 1.5 GB
 * by default. Rejects with the reason of `signal`.
 */
export async function runTrialProcess(
  order: TrialOrder,
  withinMs: number,
  signal: AbortSignal,
  maxBytes = MAX_PROCESS_BYTES,
): Promise<TrialEnd | TrialBreak> {
  signal.throwIfAborted();
  const { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', PROGRAM, String(process.pid)], {
    env: { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let output = '';
  let complaint = '';
  let why: TrialBreak | undefined;
  const end = (reason?: TrialBreak) => {
    why ??= reason;
    // A Chromium whose pipe is closed ends by itself.
    child.kill('SIGKILL');
  };
  const timer = setTimeout(() => end({ late: true }), withinMs);
  const memory = setInterval(() => {
    const bytes = largestProcessBytes(child.pid);
    if (bytes > maxBytes) end({ tooLarge: bytes });
  }, MEMORY_CHECK_MS);
  const stop = () => end();
  signal.addEventListener('abort', stop, { once: true });
  child.stdout.on('data', (chunk: Buffer) => {
    if (output.length < MAX_OUTPUT_LENGTH) output += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    complaint = (complaint + chunk.toString()).slice(-500);
  });
  child.stdin.on('error', () => undefined);
  child.stdin.end(JSON.stringify(order));
  try {
    await new Promise<void>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', () => resolve());
    });
  } finally {
    clearTimeout(timer);
    clearInterval(memory);
    signal.removeEventListener('abort', stop);
  }
  signal.throwIfAborted();
  if (why) return why;
  try {
    return trialEndSchema.parse(JSON.parse(output));
  } catch {
    return {
      broken: complaint.trim().split('\n').at(-1) || `its process ended with ${child.signalCode ?? child.exitCode}`,
    };
  }
}
