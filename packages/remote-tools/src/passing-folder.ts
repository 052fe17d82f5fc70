import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The signals that end a process which does not listen to them. */
const ENDING = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** A folder that is there while this process needs it. */
export interface PassingFolder {
  readonly path: string;
  /** Deletes it. */
  remove(): void;
}

/** Makes a temporary folder that is deleted when the process ends, also by a signal that nothing else listens to. */
export function passingFolder(prefix: string): PassingFolder {
  let path: string | undefined;

  function remove(): void {
    process.off('exit', remove);
    for (const signal of ENDING) process.off(signal, endBy);
    if (path !== undefined) rmSync(path, { recursive: true, force: true });
  }

  function endBy(signal: NodeJS.Signals): void {
    remove();
    // Without a listener the signal ends the process, and shells see by what.
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
  }

  // Before the folder is made: a signal may come right after.
  process.on('exit', remove);
  for (const signal of ENDING) process.on(signal, endBy);
  path = mkdtempSync(join(tmpdir(), prefix));
  return { path, remove };
}
