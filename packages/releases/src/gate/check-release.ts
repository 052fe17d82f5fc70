import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { containerName, isSourceMap, SERVER_FOLDER, styleNamePrefix } from '@cytocomm/composition';
import type { GateCheck, Release } from '@cytocomm/contract';
import { fileTypeOf } from '../file-types.ts';
import { releaseFaults } from '../release-check.ts';
import { checksOf, type Fault } from './gate-check.ts';
import { globalEffects } from './global-effects.ts';
import { reservedAddresses } from './reserved-addresses.ts';
import { oversized } from './size-budget.ts';
import { styleReach } from './style-reach.ts';

/** Reads files of some kinds; what cannot be parsed is a fault of its file. */
function inEach(
  dir: string,
  paths: readonly string[],
  kinds: RegExp,
  read: (path: string, text: string) => Fault[],
): Fault[] {
  return paths
    .filter((path) => kinds.test(path))
    .flatMap((path) => {
      try {
        return read(path, readFileSync(join(dir, path), 'utf8'));
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        return [{ message: `The file cannot be parsed: ${reason}.`, place: path }];
      }
    });
}

/** Returns the files that no page loads: what a browser opens by its address would be a page of the portal. */
function foreignFiles({ files }: Release): Fault[] {
  return files
    .filter(({ path }) => extname(path) !== '' && !path.startsWith(SERVER_FOLDER) && !isSourceMap(path))
    .filter(({ path }) => fileTypeOf(path) === undefined)
    .map(({ path }) => ({
      message: `No page loads files that end with ${extname(path)}: leave it out, or make it a page of this remote.`,
      place: path,
    }));
}

/**
 * Checks a release by itself: its files against its manifest, its addresses, its size, and what its styles and scripts
 * do to others. The shell is the frame of the page: its styles, globals and size are its own.
 */
export function checkRelease(dir: string, release: Release): GateCheck[] {
  const altered = releaseFaults(dir, release).map((message): Fault => ({ message: `${message}: build it again.` }));
  const files = checksOf('files', release, [...altered, ...foreignFiles(release)]);
  const addresses = checksOf('reserved-addresses', release, reservedAddresses(release));
  // What is not there, or not what the manifest says, cannot be judged.
  if (altered.length > 0 || release.name === 'shell') return [...files, ...addresses];

  // The server's build runs in a process of its own.
  const paths = release.files.map(({ path }) => path).filter((path) => !path.startsWith(SERVER_FOLDER));
  const container = containerName(release.name);
  const own = styleNamePrefix(release.name);
  const styles = inEach(dir, paths, /\.css$/, (path, css) => styleReach(path, css, own));
  const globals = inEach(dir, paths, /\.[cm]?js$/, (path, code) => globalEffects(path, code, container));
  return [
    ...files,
    ...addresses,
    ...checksOf('size', release, oversized(release)),
    ...checksOf('styles', release, styles),
    ...checksOf('globals', release, globals),
  ];
}
