import { createHash } from 'node:crypto';
import type { PackageIndex } from '@cytocomm/releases';
import type { PackedPackage } from './pack-packages.ts';

/** Returns what a registry tells of packages. */
export function packageIndex(packed: readonly PackedPackage[]): PackageIndex {
  return packed.map(({ manifest, file, tarball }) => ({
    name: manifest.name,
    version: manifest.version,
    file,
    integrity: `sha512-${createHash('sha512').update(tarball).digest('base64')}`,
    shasum: createHash('sha1').update(tarball).digest('hex'),
    manifest: JSON.parse(JSON.stringify(manifest)),
  }));
}
