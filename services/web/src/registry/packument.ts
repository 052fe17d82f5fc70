import type { PackageIndex } from '@cytocomm/releases';

/** Returns what npm asks for of a package whose archive lies below `folder`, an absolute address that ends with a slash. */
export function packumentOf(
  { name, version, file, integrity, shasum, manifest }: PackageIndex[number],
  folder: string,
) {
  const dist = { tarball: folder + file, integrity, shasum };
  const described = { ...manifest, name, version, _id: `${name}@${version}`, dist };
  return { name, 'dist-tags': { latest: version }, versions: { [version]: described } };
}
