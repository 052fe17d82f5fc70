import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { integrityOf } from '@cytocomm/composition/node';
import type { LockedRelease } from '@cytocomm/contract';

/** A file of a release is not in the manifest, or does not match it. */
export class ReleaseFileUnusable extends Error {
  override readonly name = 'ReleaseFileUnusable';
}

/** Returns a text file of a release, checked against the lock. Throws ReleaseFileUnusable, or the file system's error. */
export async function readReleaseFile(releasesDir: string, release: LockedRelease, path: string): Promise<string> {
  const file = release.files.find((candidate) => candidate.path === path);
  if (!file) throw new ReleaseFileUnusable(`${release.name} ${release.release} lists no file ${path}`);
  const content = await readFile(join(releasesDir, release.name, release.release, path));
  if (integrityOf(content) !== file.integrity)
    throw new ReleaseFileUnusable(`${path} of ${release.name} ${release.release} is not what the lock names`);
  return content.toString('utf8');
}
