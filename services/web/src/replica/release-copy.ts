import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isSourceMap, RELEASE_MANIFEST } from '@cytocomm/composition';
import {
  type LockedRelease,
  MAX_RELEASE_BYTES,
  MAX_RELEASE_FILES,
  type Release,
  releaseSchema,
} from '@cytocomm/contract';
import { hasOwnId } from '@cytocomm/releases';
import { FileUnusable, readVerified } from '../files/verified-file.ts';
import type { ReleaseDatabase, WantedRelease } from './release-database.ts';

/** The folder of unfinished copies, below that of the releases; no release has such a name. */
export const DRAFTS_FOLDER = '.drafts';

/** A release cannot be copied from the database. The message names it and the reason. */
class ReleaseRefused extends Error {
  override readonly name = 'ReleaseRefused';

  constructor({ name, release }: Pick<LockedRelease, 'name' | 'release'>, why: string, options?: ErrorOptions) {
    super(`${name} ${release} cannot be brought from the database: ${why}`, options);
  }
}

/** Where releases come from, and where to. */
export interface CopyPlaces {
  readonly database: ReleaseDatabase;
  readonly releasesDir: string;
}

function hasFilesOf(locked: LockedRelease, files: Release['files']): boolean {
  const integrityOf = new Map(files.map(({ path, integrity }) => [path, integrity]));
  return locked.files.every(({ path, integrity }) => integrityOf.get(path) === integrity);
}

/** Returns what a manifest says of a locked release; undefined when it is damaged, or of another. */
function manifestOf(locked: LockedRelease, text: string): Release | undefined {
  try {
    const { data } = releaseSchema.safeParse(JSON.parse(text));
    return data?.name === locked.name && data.release === locked.release ? data : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the files of a release that the disk holds: its source maps stay in the database. */
const filesOnDisk = ({ files }: Release) => files.filter(({ path }) => !isSourceMap(path));

/** Whether a folder holds a release with the files that a lock names, each of its size. Their hashes count when they are sent. */
async function holdsRelease(dir: string, locked: LockedRelease): Promise<boolean> {
  const manifest = manifestOf(locked, await readFile(join(dir, RELEASE_MANIFEST), 'utf8').catch(() => ''));
  if (!manifest || !hasFilesOf(locked, manifest.files)) return false;
  const sizes = await Promise.all(
    filesOnDisk(manifest).map(
      async ({ path, bytes }) => (await stat(join(dir, path)).catch(() => undefined))?.size === bytes,
    ),
  );
  return sizes.every(Boolean);
}

/** Returns the manifest of a record, when it is just what the lock names. Throws ReleaseRefused. */
function checkedManifest(locked: LockedRelease, { digest, manifest: text, files }: WantedRelease): Release {
  if (createHash('sha256').update(text).digest('hex') !== digest)
    throw new ReleaseRefused(locked, 'its manifest was changed');
  const manifest = manifestOf(locked, text);
  if (!manifest) throw new ReleaseRefused(locked, 'its manifest is of another release');
  if (!hasFilesOf(locked, manifest.files)) throw new ReleaseRefused(locked, 'it has other files than the lock names');
  if (!hasOwnId(manifest)) throw new ReleaseRefused(locked, 'its id is that of other files');
  // Only names that the manifest has lead to the disk: its schema allows none that leaves the folder.
  const allowedPaths = new Set(manifest.files.flatMap(({ path }) => [path, `${path}.br`, `${path}.gz`]));
  const odd = files.find(({ path }) => path !== RELEASE_MANIFEST && !allowedPaths.has(path));
  if (odd)
    throw new ReleaseRefused(locked, `it has a file ${JSON.stringify(odd.path.slice(0, 100))} that is not listed`);
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  if (files.length > MAX_RELEASE_FILES || bytes > MAX_RELEASE_BYTES)
    throw new ReleaseRefused(locked, 'it is too large');
  return manifest;
}

/** Writes a release into a folder, and reads every byte again. Throws ReleaseRefused. */
async function fillDraft({ database }: CopyPlaces, locked: LockedRelease, draft: string): Promise<void> {
  const record = await database.release(locked.name, locked.release);
  if (!record) throw new ReleaseRefused(locked, 'it is not there');
  const manifest = checkedManifest(locked, record);
  const wanted = record.files.filter(({ path }) => path !== RELEASE_MANIFEST && !isSourceMap(path));
  const pathsOf = Map.groupBy(wanted, ({ hash }) => hash);
  for await (const { hash, content } of database.contents([...pathsOf.keys()])) {
    for (const { path } of pathsOf.get(hash) ?? []) {
      await mkdir(dirname(join(draft, path)), { recursive: true });
      await writeFile(join(draft, path), content);
    }
    pathsOf.delete(hash);
  }
  const [missing] = [...pathsOf.values()].flat();
  if (missing) throw new ReleaseRefused(locked, `the content of ${missing.path} is not there`);
  try {
    for (const file of filesOnDisk(manifest))
      await readVerified({ ...file, path: join(draft, file.path) }, (damaged) => {
        throw damaged;
      });
  } catch (error) {
    if (!(error instanceof FileUnusable)) throw error;
    throw new ReleaseRefused(locked, error.message.replaceAll(`${draft}/`, ''), { cause: error });
  }
  await writeFile(join(draft, RELEASE_MANIFEST), record.manifest);
}

/** Moves a draft to its place, unless another process was faster. */
async function place(draft: string, target: string, locked: LockedRelease): Promise<void> {
  await mkdir(dirname(target), { recursive: true });
  if (await holdsRelease(target, locked)) return;
  // What is there is damaged.
  await rename(target, `${draft}.damaged`).catch(() => undefined);
  await rename(draft, target).catch(async (error: unknown) => {
    if (!(await holdsRelease(target, locked))) throw error;
  });
}

/**
 * Copies a release that a verified lock names from the database to the disk, where it appears in one step when all of it was
 * verified. Returns false for one that is there. Rejects with ReleaseRefused, or the error of database or disk.
 */
export async function copyRelease(places: CopyPlaces, locked: LockedRelease): Promise<boolean> {
  const target = join(places.releasesDir, locked.name, locked.release);
  if (await holdsRelease(target, locked)) return false;
  const draft = join(places.releasesDir, DRAFTS_FOLDER, `${process.pid}-${randomUUID()}`);
  try {
    await mkdir(draft, { recursive: true });
    await fillDraft(places, locked, draft);
    await place(draft, target, locked);
    return true;
  } finally {
    for (const folder of [draft, `${draft}.damaged`]) await rm(folder, { recursive: true, force: true });
  }
}
