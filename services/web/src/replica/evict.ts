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
  const isUsedIn = async (place: string) => (await stat(place)).mtimeMs > usedAt;
  if (await isUsedIn(path)) return false;
  await rename(path, by);
  // Between the two.
  const isUsed = await isUsedIn(by);
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
