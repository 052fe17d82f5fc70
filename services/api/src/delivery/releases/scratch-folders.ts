import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Logger } from 'pino';

const PREFIX = 'cytocomm-release-';
/** A folder that is this old was left by a process that was killed, in ms: no upload takes as long. */
const ABANDONED_MS = 3600_000;

/** Does work in a folder that nobody else can read, and removes it whatever happens. */
export async function inScratchFolder<Result>(work: (dir: string) => Promise<Result>): Promise<Result> {
  const dir = await mkdtemp(join(tmpdir(), PREFIX));
  try {
    return await work(dir);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

/** Removes folders that killed processes left. One that cannot be removed, as that of another user, is logged, and the rest go. */
export async function sweepScratchFolders(log: Logger): Promise<void> {
  const names = (await readdir(tmpdir())).filter((name) => name.startsWith(PREFIX));
  for (const name of names) {
    const dir = join(tmpdir(), name);
    const changedAt = await stat(dir).then(
      ({ mtimeMs }) => mtimeMs,
      () => Date.now(),
    );
    if (Date.now() - changedAt <= ABANDONED_MS) continue;
    await rm(dir, { recursive: true, force: true }).catch((error: unknown) =>
      log.warn({ err: error, dir }, 'the folder of an interrupted upload cannot be removed'),
    );
  }
}
