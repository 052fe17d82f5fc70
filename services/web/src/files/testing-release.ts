import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { integrityOf } from '@cytocomm/composition/node';

/** The id of every release made for tests. */
export const RELEASE = '0.1.0-0123456789ab';

/** Writes a release as a build leaves it, manifest and all; `unlisted` files are beside it and in no manifest. */
export function writeRelease(
  releasesDir: string,
  name: string,
  files: Readonly<Record<string, string | Buffer>>,
  unlisted: Readonly<Record<string, string | Buffer>> = {},
): string {
  const dir = join(releasesDir, name, RELEASE);
  for (const [path, content] of Object.entries({ ...files, ...unlisted })) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), content);
  }
  const listed = Object.entries(files).map(([path, content]) => ({
    path,
    integrity: integrityOf(content),
    bytes: Buffer.byteLength(content),
  }));
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, 'release.json'), JSON.stringify({ name, release: RELEASE, files: listed, more: 'ignored' }));
  return dir;
}
