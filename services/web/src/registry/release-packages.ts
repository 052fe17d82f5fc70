import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PACKAGES_FOLDER, RELEASE_MANIFEST } from '@cytocomm/composition';
import { integrityOf } from '@cytocomm/composition/node';
import { type LockedRelease, releaseSchema } from '@cytocomm/contract';
import { hasOwnId, PACKAGES_INDEX, type PackageIndex, packageIndexSchema } from '@cytocomm/releases';
import { z } from 'zod';

/** The packages in the shell's release cannot be told. The message names the release and why. */
export class PackagesUnusable extends Error {
  override readonly name = 'PackagesUnusable';

  constructor({ release }: LockedRelease, why: string, options?: ErrorOptions) {
    super(`The packages of shell ${release} cannot be used: ${why}`, options);
  }
}

const NONE: PackageIndex = [];
/** The part of a manifest that tells whether there are packages: the rest may be older than the contract. */
const filesSchema = z.object({ files: releaseSchema.shape.files });

async function readPackages(releasesDir: string, shell: LockedRelease): Promise<PackageIndex> {
  const dir = join(releasesDir, shell.name, shell.release);
  const value: unknown = JSON.parse(await readFile(join(dir, RELEASE_MANIFEST), 'utf8'));
  const { files } = filesSchema.parse(value);
  const listed = new Map(files.map((file) => [file.path, file]));
  const index = listed.get(PACKAGES_INDEX);
  if (index === undefined) return NONE;
  // The signed lock names the id, the id follows from all files, and their hashes lead to the packages.
  const manifest = releaseSchema.parse(value);
  if (manifest.release !== shell.release || !hasOwnId(manifest))
    throw new PackagesUnusable(shell, 'its release.json was changed after it was made');
  const content = await readFile(join(dir, PACKAGES_INDEX));
  if (integrityOf(content) !== index.integrity)
    throw new PackagesUnusable(shell, `${PACKAGES_INDEX} is not what its release.json lists`);
  const packages = packageIndexSchema.parse(JSON.parse(content.toString('utf8')));
  const missing = packages.find(({ file }) => !listed.has(`${PACKAGES_FOLDER}/${file}`));
  if (missing) throw new PackagesUnusable(shell, `${missing.file} is not among its files`);
  return packages;
}

/**
 * Returns the function that returns the packages in a shell's release, none for one without; those of the last release stay
 * in memory. It rejects with PackagesUnusable.
 */
export function releasePackages(releasesDir: string): (shell: LockedRelease) => Promise<PackageIndex> {
  let last: { readonly release: string; readonly packages: Promise<PackageIndex> } | undefined;

  async function read(shell: LockedRelease): Promise<PackageIndex> {
    try {
      return await readPackages(releasesDir, shell);
    } catch (error) {
      // Its files may be mended, or come later.
      if (last?.release === shell.release) last = undefined;
      if (error instanceof PackagesUnusable) throw error;
      throw new PackagesUnusable(shell, String(error), { cause: error });
    }
  }

  return (shell) => {
    if (last?.release !== shell.release) last = { release: shell.release, packages: read(shell) };
    return last.packages;
  };
}
