import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { containerName, isSourceMap, SERVER_FOLDER, styleNamePrefix } from '@cytocomm/composition';
import type { GateCheck, Release } from '@cytocomm/contract';
import { isForPages } from '../compose-lock.ts';
import { fileTypeOf, releaseFaults } from '../release-files.ts';
import { reservedAddresses } from './claims.ts';
import { checksOf, type Fault } from './gate-check.ts';
import { globalEffects } from './global-effects.ts';
import { styleReach } from './style-reach.ts';

/** What a page or section loads at once, the entry included, in bytes before compression. */
const MAX_COMPONENT_BYTES = 1_000_000;
/** The same for a page that every visitor may open. */
const MAX_PUBLIC_PAGE_BYTES = 250_000;
/** All files of a release together. */
const MAX_RELEASE_BYTES = 10_000_000;

/** What of a release every page carries, inside its lock, in bytes of JSON. */
const MAX_LOCKED_BYTES = 100_000;

const kilobytes = (bytes: number) => `${Math.ceil(bytes / 1000)} KB`;

/** Returns what of a remote is larger than its budget. */
function oversized(release: Release): Fault[] {
  const { entry, files, components, contributions } = release;
  const bytesOf = new Map(files.map(({ path, bytes }) => [path, bytes]));
  const isPublic = new Set(contributions.routes.filter((route) => route.public).map(({ component }) => component));
  const faults = Object.entries(components).flatMap(([component, { scripts, styles }]): Fault[] => {
    const bytes = [entry, ...scripts, ...styles].reduce((sum, path) => sum + (bytesOf.get(path) ?? 0), 0);
    const limit = isPublic.has(component) ? MAX_PUBLIC_PAGE_BYTES : MAX_COMPONENT_BYTES;
    if (bytes <= limit) return [];
    const message = `${component} loads ${kilobytes(bytes)} at once, ${kilobytes(limit)} is the limit: load what it does not show at first by import().`;
    return [{ message, place: `components.${component}` }];
  });
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  if (total > MAX_RELEASE_BYTES)
    faults.push({
      message: `All files are ${kilobytes(total)}, ${kilobytes(MAX_RELEASE_BYTES)} is the limit: leave out what no page needs.`,
      place: 'files',
    });
  // Only the gate reads these two.
  const { api: _api, sharedNames: _names, ...locked } = release;
  const inLock = { ...locked, files: files.filter(({ path }) => isForPages(release.name, path)) };
  const lockedBytes = Buffer.byteLength(JSON.stringify(inLock));
  if (lockedBytes > MAX_LOCKED_BYTES)
    faults.push({
      message: `Every page carries ${kilobytes(lockedBytes)} of release.json, ${kilobytes(MAX_LOCKED_BYTES)} is the limit: make fewer files, and say less of each page.`,
      place: 'release.json',
    });
  return faults;
}

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
