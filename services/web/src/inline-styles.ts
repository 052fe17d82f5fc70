import { filesOfPage, type MatchedRoute } from '@cytocomm/composition';
import type { Lock } from '@cytocomm/contract';
import { readReleaseFile } from './release-file.ts';

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
