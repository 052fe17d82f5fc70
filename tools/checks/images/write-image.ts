import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  lutimesSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { z } from 'zod';
import { CannotStart } from '../../commands/portal/settings.ts';

/** Services that have an image of their own. */
export const IMAGE_SERVICES = ['api', 'web', 'trials', 'mailbox'] as const;
/** A service that has an image of its own. */
export type ImageService = (typeof IMAGE_SERVICES)[number];

/** Returns the folder of a service, relative to the checkout. */
export function folderOf(service: ImageService): string {
  return service === 'mailbox' ? 'tools/mailbox' : `services/${service}`;
}

/** Returns the program of a service, relative to the checkout. */
export function programOf(service: ImageService): string {
  return `${folderOf(service)}/src/${service === 'api' ? 'main/main.ts' : 'main.ts'}`;
}

/** What a production tree holds. */
export interface ProductionTree {
  /** Rooms of the workspace, by their paths. */
  readonly rooms: readonly string[];
  /** Paths of packages below the root: `node_modules/zod`. */
  readonly packages: readonly string[];
}

/** What npm prints of a large tree. */
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;
/** Of a room: what only its checkout needs. */
const LEFT_OUT = /^(node_modules|dist|testing|coverage)$|\.test\.tsx?$|\.md$/;

/** Returns the paths of what a service needs in production, as npm installed it. Throws CannotStart when something is missing. */
function installedPaths(root: string, service: ImageService): readonly string[] {
  const args = ['ls', '--all', '--parseable', '--omit', 'dev', '--workspace', folderOf(service)];
  try {
    const options = { cwd: root, encoding: 'utf8', maxBuffer: MAX_OUTPUT_BYTES, stdio: 'pipe' } as const;
    const listed = execFileSync('npm', args, options).split('\n').filter(Boolean);
    return [...new Set(listed)].filter((path) => path !== root).sort();
  } catch (error) {
    throw new CannotStart(`npm cannot list what ${folderOf(service)} needs; npm ci installs it.`, { cause: error });
  }
}

const nameSchema = z.object({ name: z.string() });
const readName = (folder: string) =>
  nameSchema.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))).name;

/**
 * Returns what a service needs in production, and nothing else: its room and those that it depends on, and their packages.
 * Throws CannotStart when a package is not installed.
 */
export function productionTree(root: string, service: ImageService): ProductionTree {
  const rooms = new Set<string>();
  const packages: string[] = [];
  for (const path of installedPaths(root, service)) {
    const real = relative(root, realpathSync(path));
    if (real.split(sep).includes('node_modules')) packages.push(relative(root, path));
    else rooms.add(real);
  }
  return { rooms: [...rooms].sort(), packages };
}

/** Writes a production tree into an empty folder, as it lies in the workspace but without the tests of rooms. */
function writeProductionTree(root: string, { rooms, packages }: ProductionTree, folder: string): void {
  // Packages within a package are listed on their own.
  for (const path of packages)
    cpSync(join(root, path), join(folder, path), {
      recursive: true,
      filter: (from) => from === join(root, path) || basename(from) !== 'node_modules',
    });
  for (const room of rooms) {
    cpSync(join(root, room), join(folder, room), {
      recursive: true,
      filter: (from) => from === join(root, room) || !LEFT_OUT.test(basename(from)),
    });
    const link = join(folder, 'node_modules', readName(join(root, room)));
    mkdirSync(dirname(link), { recursive: true });
    if (!existsSync(link)) symlinkSync(relative(dirname(link), join(folder, room)), link);
  }
}

const lockSchema = z.object({
  packages: z.record(z.string(), z.looseObject({ integrity: z.string().optional() })),
});
const manifestSchema = z.looseObject({
  name: z.string(),
  version: z.string(),
  license: z.string().optional().catch(undefined),
});

/** Returns the address of a package (purl): `pkg:npm/%40scope/name@1.0.0`. */
function packageUrl(name: string, version: string): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}

/** Returns what CycloneDX says of a hash of npm: `sha512-BASE64`. */
function hashOf(integrity: string | undefined) {
  const [, content] = /^sha512-(\S+)/.exec(integrity ?? '') ?? [];
  if (content === undefined) return {};
  return { hashes: [{ alg: 'SHA-512', content: Buffer.from(content, 'base64').toString('hex') }] };
}

/**
 * Returns the software bill of materials of a production tree as JSON of CycloneDX 1.6: what lies in it, the same for the same
 * tree. `npm sbom` lists a whole workspace, not one service.
 */
export function billOfMaterials(root: string, service: ImageService, { rooms, packages }: ProductionTree): string {
  const lock = lockSchema.parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')));
  const component = (path: string) => {
    const manifest = manifestSchema.parse(JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8')));
    const { name, version, license } = manifest;
    return {
      type: 'library',
      'bom-ref': path,
      name,
      version,
      purl: packageUrl(name, version),
      ...(license !== undefined && { licenses: [{ expression: license }] }),
      ...hashOf(lock.packages[path]?.integrity),
    };
  };
  const place = folderOf(service);
  return `${JSON.stringify(
    {
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      version: 1,
      metadata: { component: { ...component(place), type: 'application' } },
      components: [...rooms.filter((room) => room !== place), ...packages].map(component),
    },
    null,
    1,
  )}\n`;
}

/** When everything in an image was changed last, as SOURCE_DATE_EPOCH would say it, in seconds. */
const CHANGED_AT_SECONDS = Date.UTC(2020, 0, 1) / 1000;
const DIRECTORY_MODE = 0o755;
const FILE_MODE = 0o644;

/**
 * Sets one time and the same rights for a folder and all in it, under any umask, so that the layer of the same content is the
 * same, byte for byte.
 */
function fixMetadata(path: string): void {
  const stats = lstatSync(path);
  if (stats.isDirectory()) for (const name of readdirSync(path)) fixMetadata(join(path, name));
  if (!stats.isSymbolicLink())
    chmodSync(path, stats.isDirectory() || (stats.mode & 0o100) !== 0 ? DIRECTORY_MODE : FILE_MODE);
  lutimesSync(path, CHANGED_AT_SECONDS, CHANGED_AT_SECONDS);
}

/** The bill of materials of an image, in its folder. */
export const BILL_FILE = 'sbom.cdx.json';

/**
 * Writes what an image of a service holds into an empty folder: its production tree and its bill of materials. The same checkout
 * gives the same bytes, rights and times. Throws CannotStart when a package is not installed.
 */
export function writeImage(root: string, service: ImageService, folder: string): ProductionTree {
  const tree = productionTree(root, service);
  writeProductionTree(root, tree, folder);
  writeFileSync(join(folder, BILL_FILE), billOfMaterials(root, service, tree));
  fixMetadata(folder);
  return tree;
}
