import { appendFileSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Release } from '@cytocomm/contract';
import { describeRelease, packRelease, readManifest } from '@cytocomm/releases';

/** A release that is ready to be published. */
export interface NewRelease {
  readonly release: Release;
  readonly archive: Uint8Array<ArrayBuffer>;
}

/** Makes further releases of a build: each has a version of its own and one script that no other has. */
export async function makeReleases(
  distDir: string,
  workDir: string,
  versions: readonly string[],
): Promise<NewRelease[]> {
  const { release: _id, files: _files, ...facts } = readManifest(distDir);
  const made: NewRelease[] = [];
  for (const version of versions) {
    const dir = mkdtempSync(join(workDir, 'release-'));
    cpSync(distDir, dir, { recursive: true });
    const entry = join(dir, facts.entry);
    appendFileSync(entry, `\n/* ${version} */\n`);
    for (const twin of ['br', 'gz']) rmSync(`${entry}.${twin}`, { force: true });
    const release = describeRelease(dir, { ...facts, version });
    writeFileSync(join(dir, 'release.json'), JSON.stringify(release));
    made.push({ release, archive: await packRelease(dir) });
    rmSync(dir, { recursive: true });
  }
  return made;
}
