import { readFileSync } from 'node:fs';

/** Linux counts a process's work in hundredths of a second, on every machine. */
const TICK_MS = 10;

/** What a process has used up to now. */
export interface ProcessUse {
  readonly memoryBytes: number;
  /** Time at work on a processor, in ms; waiting for one is no part of it. */
  readonly workMs: number;
}

/** What a running process uses; nothing where the system does not say (it does on Linux). */
export function useOf(pid: number | undefined): ProcessUse | undefined {
  try {
    const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    // The name before the last bracket may hold spaces; the times of user and system are the 12th and 13th words after it.
    const words = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    const ticks = Number(words[11]) + Number(words[12]);
    return { memoryBytes: Number(kilobytes ?? 0) * 1024, workMs: ticks * TICK_MS };
  } catch {
    return undefined;
  }
}
