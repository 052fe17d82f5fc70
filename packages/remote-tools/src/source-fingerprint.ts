import { createHash, type Hash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const NOT_SOURCES = new Set(['node_modules', 'dist', '.portal']);

function isTest(name: string): boolean {
  return /\.test\.tsx?$/.test(name);
}

function addToHash(hash: Hash, path: string, label: string): void {
  if (statSync(path).isDirectory()) {
    for (const name of readdirSync(path).sort())
      if (!NOT_SOURCES.has(name) && !isTest(name)) addToHash(hash, join(path, name), `${label}/${name}`);
  } else hash.update(`${label}\0`).update(readFileSync(path)).update('\0');
}

/** One hash over all files below the given files and folders (tests and build results left out), in a stable order. */
export function sourceFingerprint(root: string, paths: readonly string[]): string {
  const hash = createHash('sha256');
  for (const path of paths) addToHash(hash, join(root, path), path);
  return hash.digest('hex');
}
