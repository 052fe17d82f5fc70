import { createReadStream, existsSync, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { brotliDecompressSync, createGzip, gunzipSync } from 'node:zlib';
import { RELEASE_MANIFEST } from '@cytocomm/composition';
import { type Release, releaseSchema } from '@cytocomm/contract';
import { pack } from 'tar-stream';
import { describeRelease, hasOwnId } from './release-manifest.ts';

/** The endings of the files that pages load, and of packages, with their types. */
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.wasm': 'application/wasm',
  '.bin': 'application/octet-stream',
  '.tgz': 'application/gzip',
  '.txt': 'text/plain; charset=utf-8',
  '.md': 'text/plain; charset=utf-8',
  '.csv': 'text/csv; charset=utf-8',
  '.vtt': 'text/vtt; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  // The name that all browsers know; the registered one differs.
  '.ico': 'image/x-icon',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
  '.otf': 'font/otf',
  '.mp3': 'audio/mpeg',
  '.m4a': 'audio/mp4',
  '.ogg': 'audio/ogg',
  '.wav': 'audio/wav',
  '.mp4': 'video/mp4',
  '.webm': 'video/webm',
};

/** Returns the content type of a file that a page may load, by the ending of its name in any case; undefined for other endings. */
export function fileTypeOf(path: string): string | undefined {
  const ending = extname(path).toLowerCase();
  return Object.hasOwn(TYPES, ending) ? TYPES[ending] : undefined;
}

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

/** A build's files are not what its manifest says. The message names the release and every file. */
export class ReleaseAltered extends Error {
  override readonly name = 'ReleaseAltered';

  constructor(release: Pick<Release, 'name' | 'release'>, faults: readonly string[]) {
    super(
      `${release.name} ${release.release} is not what its release.json says; build it again:\n${faults.map((fault) => `  ${fault}`).join('\n')}`,
    );
  }
}

const unpack = { br: brotliDecompressSync, gz: gunzipSync };

/** Whether a compressed file holds just these bytes. */
function holds(encoding: keyof typeof unpack, packed: Buffer, content: Buffer): boolean {
  try {
    return unpack[encoding](packed, { maxOutputLength: Math.max(content.length, 1) }).equals(content);
  } catch {
    return false;
  }
}

function faultOfPath(dir: string, path: string, listed: ReadonlySet<string>): string | undefined {
  const kind = lstatSync(join(dir, path));
  if (kind.isDirectory() || path === RELEASE_MANIFEST) return undefined;
  if (!kind.isFile()) return `${path} is no plain file`;
  if (listed.has(path)) return undefined;
  const [, original = '', encoding] = /^(.+)\.(br|gz)$/.exec(path) ?? [];
  if (!listed.has(original)) return `${path} is not listed`;
  if (!existsSync(join(dir, original))) return `${path} is beside nothing`;
  const packed = readFileSync(join(dir, path));
  const same = holds(encoding === 'br' ? 'br' : 'gz', packed, readFileSync(join(dir, original)));
  return same ? undefined : `${path} does not unpack to ${original}`;
}

function hasManifest(dir: string, release: Release): boolean {
  try {
    const value: unknown = JSON.parse(readFileSync(join(dir, RELEASE_MANIFEST), 'utf8'));
    return JSON.stringify(releaseSchema.parse(value)) === JSON.stringify(release);
  } catch {
    return false;
  }
}

/**
 * What in a release's folder is not as its manifest says, a few words for each file; nothing when all of it is.
 * Looks at every byte: files, their compressed twins, and the release id that follows from them.
 */
export function releaseFaults(dir: string, release: Release): string[] {
  const paths = readdirSync(dir, { recursive: true, encoding: 'utf8' }).sort();
  const listed = new Set(release.files.map(({ path }) => path));
  const missing = [...listed].filter((path) => !paths.includes(path)).map((path) => `${path} is missing`);
  const odd = paths.flatMap((path) => faultOfPath(dir, path, listed) ?? []);
  if (!hasManifest(dir, release)) odd.push('release.json is another');
  if (missing.length + odd.length > 0) return [...missing, ...odd];

  const { release: id, files, ...facts } = release;
  const actual = new Map(describeRelease(dir, facts).files.map((file) => [file.path, file]));
  const changed = files.filter(({ path, integrity, bytes }) => {
    const file = actual.get(path);
    return file?.integrity !== integrity || file.bytes !== bytes;
  });
  if (changed.length > 0) return changed.map(({ path }) => `${path} has other content`);
  return hasOwnId(release) ? [] : [`release.json does not say what ${id} was built with`];
}
