import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';
import { type PackageFolder, readPublicPackages } from '../api-reports/public-packages.ts';
import { compilePackages, type PackageFiles, type PublishedManifest, publishedManifest } from './published-manifest.ts';

/** The folder that every npm package has its files in. */
const FOLDER = 'package/';
/** The time that npm gives every file. */
const NEVER = new Date('1985-10-26T08:15:00Z');
/** Where gzip notes the system that it ran on, and its word for "unknown". */
const SYSTEM_AT = 9;
const UNKNOWN_SYSTEM = 255;

/** Returns the npm package of these files: the same bytes for the same files. */
async function tarballOf(files: PackageFiles): Promise<Buffer> {
  const archive = pack();
  const sorted = [...files].sort(([one], [other]) => (one < other ? -1 : 1));
  for (const [path, text] of sorted) archive.entry({ name: FOLDER + path, mtime: NEVER, mode: 0o644 }, text);
  archive.finalize();
  const bytes = gzipSync(await buffer(archive), { level: 9 });
  bytes[SYSTEM_AT] = UNKNOWN_SYSTEM;
  return bytes;
}

/** A package as it is published. */
export interface PackedPackage {
  readonly manifest: PublishedManifest;
  /** The name that `npm pack` gives the file. */
  readonly file: string;
  readonly tarball: Buffer;
}

function fileOf({ name, version }: PublishedManifest): string {
  return `${name.replace('@', '').replace('/', '-')}-${version}.tgz`;
}

/** The files that go along as they are. */
function plainFiles(root: string, { dir, files }: PackageFolder): PackageFiles {
  const paths = files.flatMap((named) => {
    const place = join(root, dir, named);
    if (!statSync(place).isDirectory()) return [named];
    const inside = readdirSync(place, { recursive: true, encoding: 'utf8' }).sort();
    return inside.map((path) => join(named, path)).filter((path) => statSync(join(root, dir, path)).isFile());
  });
  return new Map(paths.map((path) => [path.split(sep).join('/'), readFileSync(join(root, dir, path), 'utf8')]));
}

/** Texts for people that go along, from the package's folder or the root. */
function documentsOf(root: string, dir: string): PackageFiles {
  const places = { 'README.md': dir, 'CHANGELOG.md': '.', LICENSE: '.' };
  const present = Object.entries(places).filter(([name, place]) => existsSync(join(root, place, name)));
  return new Map(present.map(([name, place]) => [name, readFileSync(join(root, place, name), 'utf8')]));
}

/**
 * Returns the packages below `packages/` as they are published, from their sources as they are now. `peers` are the
 * packages that the user of one installs, with their ranges. Throws NoDeclarations for sources that cannot be read.
 */
export async function packPackages(
  root: string,
  peers: Readonly<Record<string, string>>,
): Promise<readonly PackedPackage[]> {
  const packages = readPublicPackages(root);
  const compiled = compilePackages(root, packages);
  return await Promise.all(
    packages.map(async (one) => {
      const manifest = publishedManifest(root, one, packages, peers);
      const files = new Map([
        ['package.json', `${JSON.stringify(manifest, null, 2)}\n`],
        ...documentsOf(root, one.dir),
        ...plainFiles(root, one),
        ...(compiled.get(one.name) ?? []),
      ]);
      return { manifest, file: fileOf(manifest), tarball: await tarballOf(files) };
    }),
  );
}
