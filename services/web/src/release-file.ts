import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { filesOfPage, type MatchedRoute } from '@cytocomm/composition';
import { integrityOf } from '@cytocomm/composition/node';
import type { Lock, LockedRelease } from '@cytocomm/contract';

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

/** Stylesheets by address; others are linked. */
export type InlineStyles = ReadonlyMap<string, string>;

/** Returns a sheet with its relative addresses resolved: in a page they would be relative to the page. */
function withAbsoluteAddresses(css: string, baseUrl: string): string {
  return css.replace(/url\((["']?)(?!["']|data:|https?:|\/|#)/g, (_match, quote: string) => `url(${quote}${baseUrl}`);
}

/**
 * Returns the stylesheets to inline into a prerendered page: each linked one would delay the first paint by a round trip.
 * Throws ReleaseFileUnusable for a sheet that does not match the lock.
 */
export async function readInlineStyles(releasesDir: string, lock: Lock, matched: MatchedRoute): Promise<InlineStyles> {
  const sheets = await Promise.all(
    filesOfPage(lock, matched).styles.map(async ({ release, path }) => {
      const css = await readReleaseFile(releasesDir, release, path);
      return [release.baseUrl + path, withAbsoluteAddresses(css, release.baseUrl)] as const;
    }),
  );
  // A sheet that would end its element is linked.
  return new Map(sheets.filter(([, css]) => !/<\/style/i.test(css)));
}
