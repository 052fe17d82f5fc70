import { readFileSync } from 'node:fs';

/** Linux counts CPU time in hundredths of a second. */
const TICK_MS = 10;

/** The resources a process has used. */
export interface ProcessUse {
  readonly memoryBytes: number;
  /** CPU time, in ms. */
  readonly workMs: number;
  /** How long it could have worked and had no processor, in ms; 0 where the system does not say. */
  readonly starvedMs: number;
}

function starvedMsOf(pid: number | undefined): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1] ?? 0) / 1e6;
  } catch {
    return 0;
  }
}

/** Returns the resources of a process; undefined except on Linux. */
export function useOf(pid: number | undefined): ProcessUse | undefined {
  try {
    const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    // The name in brackets may hold spaces; user and system time are the 12th and 13th words after it.
    const words = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    const ticks = Number(words[11]) + Number(words[12]);
    return { memoryBytes: Number(kilobytes ?? 0) * 1024, workMs: ticks * TICK_MS, starvedMs: starvedMsOf(pid) };
  } catch {
    return undefined;
  }
}
