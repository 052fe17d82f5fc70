import { filesOfPage, type MatchedRoute } from '@cytocomm/composition';
import type { Lock } from '@cytocomm/contract';
import { readReleaseFile } from './release-file.ts';

/** The text of stylesheets by address; a sheet that is not in it is linked. */
export type InlineStyles = ReadonlyMap<string, string>;

/** Addresses in a sheet are relative to it; in a page they would be relative to the page. */
function withAbsoluteAddresses(css: string, baseUrl: string): string {
  return css.replace(/url\((["']?)(?!["']|data:|https?:|\/|#)/g, (_match, quote: string) => `url(${quote}${baseUrl}`);
}

/**
 * Reads the stylesheets that a prerendered page needs to be shown, so that they travel with it: on a slow line each
 * linked sheet would hold up the first paint by a round trip. Throws ReleaseFileUnusable for one the lock does not vouch for.
 */
export async function readInlineStyles(releasesDir: string, lock: Lock, matched: MatchedRoute): Promise<InlineStyles> {
  const sheets = await Promise.all(
    filesOfPage(lock, matched).styles.map(async ({ release, path }) => {
      const css = await readReleaseFile(releasesDir, release, path);
      return [release.baseUrl + path, withAbsoluteAddresses(css, release.baseUrl)] as const;
    }),
  );
  // A sheet that would end the element it stands in stays a link.
  return new Map(sheets.filter(([, css]) => !/<\/style/i.test(css)));
}
