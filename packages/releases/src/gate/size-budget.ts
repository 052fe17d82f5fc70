import type { Release } from '@cytocomm/contract';
import { isForPages } from '../compose-lock.ts';
import type { Fault } from './gate-check.ts';

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
export function oversized(release: Release): Fault[] {
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
