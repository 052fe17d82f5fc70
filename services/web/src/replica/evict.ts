import { rename, rm, stat, utimes } from 'node:fs/promises';

/** Notes on the disk that a file or folder is needed now. Returns false when it is not there. */
export async function touch(path: string): Promise<boolean> {
  const now = new Date();
  return utimes(path, now, now).then(
    () => true,
    () => false,
  );
}

/**
 * Removes a file or folder that nobody has touched since `usedAt` (ms), by way of another path. Who needs it touches it before
 * they look whether it is there: so it either stays, or they see that it is gone. Returns whether it was removed.
 */
export async function evict(path: string, by: string, usedAt: number): Promise<boolean> {
  await rename(path, by);
  const isUsed = (await stat(by)).mtimeMs > usedAt;
  // Back again, unless it was brought meanwhile.
  const isBack =
    isUsed &&
    (await rename(by, path).then(
      () => true,
      () => false,
    ));
  if (!isBack) await rm(by, { recursive: true, force: true });
  return !isUsed;
}
