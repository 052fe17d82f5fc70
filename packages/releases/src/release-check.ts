import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { RELEASE_MANIFEST } from '@cytocomm/composition';
import { type Release, releaseSchema } from '@cytocomm/contract';
import { describeRelease, hasOwnId } from './release-manifest.ts';

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
 * Looks at every byte: files, their compressed twins, and the release id that follows from them. A file that `isLeftOut` is
 * not missed.
 */
export function releaseFaults(
  dir: string,
  release: Release,
  isLeftOut: (path: string) => boolean = () => false,
): string[] {
  const paths = readdirSync(dir, { recursive: true, encoding: 'utf8' }).sort();
  const listed = new Set(release.files.map(({ path }) => path));
  const missing = [...listed]
    .filter((path) => !paths.includes(path) && !isLeftOut(path))
    .map((path) => `${path} is missing`);
  const odd = paths.flatMap((path) => faultOfPath(dir, path, listed) ?? []);
  if (!hasManifest(dir, release)) odd.push('release.json is another');
  if (missing.length + odd.length > 0) return [...missing, ...odd];

  const { release: id, files, ...facts } = release;
  const actual = new Map(describeRelease(dir, facts).files.map((file) => [file.path, file]));
  const changed = files.filter(({ path, integrity, bytes }) => {
    const file = actual.get(path);
    return file === undefined ? !isLeftOut(path) : file.integrity !== integrity || file.bytes !== bytes;
  });
  if (changed.length > 0) return changed.map(({ path }) => `${path} has other content`);
  return hasOwnId(release) ? [] : [`release.json does not say what ${id} was built with`];
}
