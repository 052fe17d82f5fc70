import { createReadStream, readdirSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';

/** Returns the folder of a release as the archive that is published, a gzipped tar: the same bytes for the same files. */
export async function packRelease(dir: string): Promise<Uint8Array<ArrayBuffer>> {
  const archive = pack();
  // To the end of what can be read: `finish` of gzip comes before its last bytes on a busy machine.
  const packed = pipeline(archive, createGzip(), buffer);
  for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' }).sort()) {
    const path = join(dir, name);
    const stats = statSync(path);
    if (!stats.isFile()) continue;
    const header = { name: name.split(sep).join('/'), size: stats.size, mtime: new Date(0), mode: 0o644 };
    await pipeline(createReadStream(path), archive.entry(header));
  }
  archive.finalize();
  return new Uint8Array(await packed);
}
