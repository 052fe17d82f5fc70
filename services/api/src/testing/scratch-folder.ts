import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Memory, where the system offers it as a folder: a test's database need not outlive the power, and is not to wait for a disk. */
const SCRATCH = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
const NAME = /^cytocomm-api-(\d+)-/;

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Another person's process runs, too.
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}

/** Removes the folders of processes that are gone: one that a signal ended could not remove its own. */
async function removeStale(): Promise<void> {
  for (const name of await readdir(SCRATCH)) {
    const pid = NAME.exec(name)?.[1];
    if (pid !== undefined && !isRunning(Number(pid))) await rm(join(SCRATCH, name), { recursive: true, force: true });
  }
}

/** Returns a new folder for a database of this process, and removes those that other processes left behind. */
export async function scratchFolder(): Promise<string> {
  await removeStale();
  return mkdtemp(join(SCRATCH, `cytocomm-api-${process.pid}-`));
}
