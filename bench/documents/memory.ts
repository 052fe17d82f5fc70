import { readFileSync } from 'node:fs';

const EVERY_MS = 20;

/** The memory a process holds, in megabytes (2^20 bytes). */
function residentMegabytes(pid: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

/** By how many megabytes a process grows at most while something is done, over what it held before. */
export async function growthDuring(pid: number, work: () => Promise<void>): Promise<number> {
  const before = residentMegabytes(pid);
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, residentMegabytes(pid));
  }, EVERY_MS);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  return Math.max(most, residentMegabytes(pid)) - before;
}
