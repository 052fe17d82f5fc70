import { chmodSync, lstatSync, lutimesSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import {
  folderOf,
  type ImageService,
  type ProductionTree,
  productionTree,
  writeProductionTree,
} from './production-tree.ts';

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
 * Sets one time and the same rights for a folder and all in it, whatever the umask was, so that the layer of the same content is the
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
