import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { Release } from '@cytocomm/contract';

/** A file's integrity value in the form that browsers check (W3C Subresource Integrity). */
export function integrityOf(content: Uint8Array): string {
  return `sha384-${createHash('sha384').update(content).digest('base64')}`;
}

/** Every file below `dir` as paths with forward slashes, sorted, without compressed twins. */
export function listFiles(dir: string): string[] {
  return readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(dir, path)).isFile() && !/\.(br|gz)$/.test(path))
    .map((path) => relative('.', path).split(sep).join('/'))
    .sort();
}

/** The manifest of Module Federation 2 that each build has, for hosts and tools of others: served, asked for by no page. */
export const FEDERATION_MANIFEST = 'mf-manifest.json';

/**
 * Makes the release manifest of the files in `dir`. The release id is the version and a hash over every file and
 * everything the manifest says, so the same sources give the same id, and one changed byte gives another.
 */
export function describeRelease(dir: string, facts: Omit<Release, 'release' | 'files'>): Release {
  const files = listFiles(dir)
    .filter((path) => path !== 'release.json')
    .map((path) => {
      const content = readFileSync(join(dir, path));
      return { path, integrity: integrityOf(content), bytes: content.length };
    });
  const hash = createHash('sha256').update(JSON.stringify({ facts, files })).digest('hex').slice(0, 12);
  return { ...facts, release: `${facts.version}-${hash}`, files };
}
