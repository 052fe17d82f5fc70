import { createReadStream, readdirSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';

/** Returns the folder of a release as the archive that is published, a gzipped tar: the same bytes for the same files. */
export async function packRelease(dir: string): Promise<Uint8Array<ArrayBuffer>> {
  const archive = pack();
  const gzip = createGzip();
  const chunks: Buffer[] = [];
  gzip.on('data', (chunk: Buffer) => chunks.push(chunk));
  const written = pipeline(archive, gzip);
  for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' }).sort()) {
    const path = join(dir, name);
    const stats = statSync(path);
    if (!stats.isFile()) continue;
    const header = { name: name.split(sep).join('/'), size: stats.size, mtime: new Date(0), mode: 0o644 };
    await pipeline(createReadStream(path), archive.entry(header));
  }
  archive.finalize();
  await written;
  return new Uint8Array(Buffer.concat(chunks));
}
