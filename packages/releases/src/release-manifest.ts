import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { RELEASE_MANIFEST } from '@cytocomm/composition';
import { integrityOf } from '@cytocomm/composition/node';
import { type Release, releaseSchema } from '@cytocomm/contract';
import { z } from 'zod';

/** Every file below `dir` as paths with forward slashes, sorted, without compressed twins. */
export function listFiles(dir: string): string[] {
  return readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(dir, path)).isFile() && !/\.(br|gz)$/.test(path))
    .map((path) => relative('.', path).split(sep).join('/'))
    .sort();
}

/** What a manifest says beside the files and the release id that follows from them. */
export type ReleaseFacts = Omit<Release, 'release' | 'files'>;

/** Returns the id that a release of these facts and files has: its version, and a hash over all of it. */
function idOf(facts: ReleaseFacts, files: Release['files']): string {
  const hash = createHash('sha256').update(JSON.stringify({ facts, files })).digest('hex').slice(0, 12);
  return `${facts.version}-${hash}`;
}

/** Whether a manifest says what its release was built with: its id follows from everything else in it. */
export function hasOwnId({ release, files, ...facts }: Release): boolean {
  return idOf(facts, files) === release;
}

/** Returns the manifest of the same files under another version; its release id follows. */
export function withVersion({ release: _release, files, ...facts }: Release, version: string): Release {
  const renamed = { ...facts, version };
  return { ...renamed, release: idOf(renamed, files), files };
}

/** How many wrong fields of a manifest are named. */
const MAX_WRONG_FIELDS = 10;

/** A release.json that cannot be used. The message names the file and the first fields that are wrong. */
export class ManifestUnusable extends Error {
  override readonly name = 'ManifestUnusable';

  constructor(path: string, words: string, options?: ErrorOptions) {
    super(`${path} cannot be used:\n${words}`, options);
  }
}

/** Returns a manifest, or a part of one, as its schema says. Throws ManifestUnusable, which names the file at `path`. */
export function parseManifest<Value>(schema: z.ZodType<Value>, value: unknown, path: string): Value {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.slice(0, MAX_WRONG_FIELDS);
  throw new ManifestUnusable(path, z.prettifyError({ issues }));
}

/** Reads the manifest in the folder of a build or a release. Throws ManifestUnusable. */
export function readManifest(dir: string): Release {
  const path = join(dir, RELEASE_MANIFEST);
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new ManifestUnusable(path, String(error), { cause: error });
  }
  return parseManifest(releaseSchema, value, path);
}

/**
 * Makes the release manifest of the files in `dir`. The release id is the version and a hash over every file and
 * everything the manifest says, so the same sources give the same id, and one changed byte gives another.
 */
export function describeRelease(dir: string, facts: ReleaseFacts): Release {
  const files = listFiles(dir)
    .filter((path) => path !== RELEASE_MANIFEST)
    .map((path) => {
      const content = readFileSync(join(dir, path));
      return { path, integrity: integrityOf(content), bytes: content.length };
    });
  return { ...facts, release: idOf(facts, files), files };
}
