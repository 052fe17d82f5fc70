/**
 * Returns how the names begin that a release's styles define for the whole page: classes of CSS modules, keyframes, layers,
 * fonts. No name of a remote has the `_` that ends it.
 */
export function styleNamePrefix(releaseName: string): string {
  return `${releaseName}_`;
}
