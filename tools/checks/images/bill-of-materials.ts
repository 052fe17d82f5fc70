import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { folderOf, type ImageService, type ProductionTree } from './production-tree.ts';

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
