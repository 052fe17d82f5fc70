import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { RELEASE_MANIFEST } from '@cytocomm/composition';
import { integrityOf } from '@cytocomm/composition/node';
import { type Release, releaseSchema } from '@cytocomm/contract';
import semver from 'semver';
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

/** Something in a manifest that is not true. */
export interface ManifestFault {
  /** The field. */
  readonly path: string;
  readonly message: string;
}

/** Whether a version is one that is published once: no prerelease. Of what is no version: false. */
export function isStable(version: string): boolean {
  const parsed = semver.parse(version);
  return parsed !== null && parsed.prerelease.length === 0;
}

/** Returns what a manifest says that cannot be: of its name, version, id, and the files and components it names. */
export function manifestFaults(release: Release, remote: string): ManifestFault[] {
  const { name, version, entry, components, contributions, files } = release;
  const faults: ManifestFault[] = [];
  const add = (path: string, message: string) => faults.push({ path: `release.json: ${path}`, message });

  if (name !== remote) add('name', `is ${name}, and this address is for ${remote}`);
  if (semver.valid(version) !== version) add('version', `${version.slice(0, 100)} is no semantic version`);
  if (!hasOwnId(release)) add('release', 'does not follow from the rest of release.json: build it again');

  const listed = new Set<string>();
  const folded = new Set<string>();
  for (const { path } of files) {
    if (folded.has(path.toLowerCase()))
      add('files', `${path} is there twice, or differs by upper and lower case alone`);
    listed.add(path);
    folded.add(path.toLowerCase());
  }
  const needs = (field: string, paths: readonly string[]) => {
    for (const path of paths) if (!listed.has(path)) add(field, `${path} is not among the files`);
  };
  needs('entry', [entry]);
  for (const [component, { scripts, styles }] of Object.entries(components))
    needs(`components.${component}`, [...scripts, ...styles]);
  // The shell's own pages are in its one script.
  for (const [kind, claims] of Object.entries({
    routes: contributions.routes,
    sections: contributions.sections,
    overlays: contributions.overlays,
  }))
    for (const [index, { component }] of claims.entries())
      if (release.name !== 'shell' && !Object.hasOwn(components, component))
        add(`contributions.${kind}[${index}]`, `there is no component ${component}`);
  return faults;
}
