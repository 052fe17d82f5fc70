import { chmodSync, lstatSync, lutimesSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** When everything in an image was changed last, as SOURCE_DATE_EPOCH would say it, in seconds. */
const CHANGED_AT_SECONDS = Date.UTC(2020, 0, 1) / 1000;
const DIRECTORY_MODE = 0o755;
const FILE_MODE = 0o644;

/**
 * Sets one time and the same rights for a folder and all in it, whatever the umask was, so that the layer of the same content is the
 * same, byte for byte.
 */
export function fixMetadata(path: string): void {
  const stats = lstatSync(path);
  if (stats.isDirectory()) for (const name of readdirSync(path)) fixMetadata(join(path, name));
  if (!stats.isSymbolicLink())
    chmodSync(path, stats.isDirectory() || (stats.mode & 0o100) !== 0 ? DIRECTORY_MODE : FILE_MODE);
  lutimesSync(path, CHANGED_AT_SECONDS, CHANGED_AT_SECONDS);
}
