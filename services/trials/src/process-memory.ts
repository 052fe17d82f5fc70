import { readdirSync, readFileSync } from 'node:fs';

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
export function largestProcessBytes(root: number | undefined): number {
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
