import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';
import type { PackageFiles } from './compiled.ts';

/** The folder that every npm package has its files in. */
const FOLDER = 'package/';
/** The time that npm gives every file. */
const NEVER = new Date('1985-10-26T08:15:00Z');
/** Where gzip notes the system that it ran on, and its word for "unknown". */
const SYSTEM_AT = 9;
const UNKNOWN_SYSTEM = 255;

/** Returns the npm package of these files: the same bytes for the same files. */
export async function tarballOf(files: PackageFiles): Promise<Buffer> {
  const archive = pack();
  const sorted = [...files].sort(([one], [other]) => (one < other ? -1 : 1));
  for (const [path, text] of sorted) archive.entry({ name: FOLDER + path, mtime: NEVER, mode: 0o644 }, text);
  archive.finalize();
  const bytes = gzipSync(await buffer(archive), { level: 9 });
  bytes[SYSTEM_AT] = UNKNOWN_SYSTEM;
  return bytes;
}
