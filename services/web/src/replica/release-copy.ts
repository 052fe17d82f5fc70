import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Worker } from 'node:worker_threads';
import { isSourceMap, RELEASE_MANIFEST } from '@cytocomm/composition';
import {
  type LockedRelease,
  MAX_RELEASE_BYTES,
  MAX_RELEASE_FILES,
  type Release,
  releaseSchema,
} from '@cytocomm/contract';
import { createGate } from '../files/gate.ts';
import type { ReleaseDatabase, StoredContent, WantedRelease } from './release-database.ts';

const PROGRAM = join(import.meta.dirname, 'release-faults-program.ts');
/** How long a check may take, in ms; a release has 200 MB at most. */
const CHECK_TIMEOUT_MS = 60_000;
const MAX_HEAP_MB = 256;
/** How long the thread waits for the next release, in ms: a lock brings several, and a thread takes longer to start than to check one. */
const IDLE_MS = 5000;

const oneAtATime = createGate(1);
let thread: Worker | undefined;
let idle: NodeJS.Timeout | undefined;

function startThread(): Worker {
  const started = new Worker(PROGRAM, {
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  });
  // A waiting check gets the error, too; the next check starts another thread.
  started.on('error', () => undefined);
  started.on('exit', () => void end(started));
  return started;
}

async function end(ended: Worker): Promise<void> {
  if (thread === ended) thread = undefined;
  await ended.terminate();
}

/** Ends an idle thread after a while. */
function rest(waiting: Worker): void {
  clearTimeout(idle);
  idle = setTimeout(() => void end(waiting), IDLE_MS).unref();
  waiting.unref();
}

/** Starts the thread while a release is still being copied, so that its check need not wait. */
function prepareCheck(): void {
  if (thread !== undefined) return;
  thread = startThread();
  rest(thread);
}

async function check(dir: string): Promise<readonly string[]> {
  clearTimeout(idle);
  thread ??= startThread();
  const used = thread;
  used.ref();
  try {
    // Rejects with the thread's error.
    const answer = once(used, 'message', { signal: AbortSignal.timeout(CHECK_TIMEOUT_MS) });
    used.postMessage(dir);
    const [faults] = await answer;
    rest(used);
    return Array.isArray(faults) ? faults.map(String) : ['it cannot be checked'];
  } catch (error) {
    await end(used);
    throw error;
  }
}

/** Returns what in a release's folder is not as its manifest says. Rejects when it cannot be read, or takes too long. */
function faultsOfFolder(dir: string): Promise<readonly string[]> {
  return oneAtATime(() => check(dir));
}

/** The folder of unfinished copies, below that of the releases; no release has such a name. */
export const DRAFTS_FOLDER = '.drafts';
/** How many files of a release are read at once. */
const MAX_READS = 6;
/** How long a copy may take, in ms. */
const COPY_TIMEOUT_MS = 120_000;

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

function parsedManifest(text: string): Release | undefined {
  try {
    return releaseSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Whether a folder holds a release with the files that a lock names, each of its size. Files are hashed before they are first sent. */
export async function holdsRelease(dir: string, locked: LockedRelease): Promise<boolean> {
  const text = await readFile(join(dir, RELEASE_MANIFEST), 'utf8').catch(() => '');
  const manifest = parsedManifest(text);
  if (manifest?.name !== locked.name || manifest.release !== locked.release || !hasFilesOf(locked, manifest.files))
    return false;
  const sizes = await Promise.all(
    manifest.files
      .filter(({ path }) => !isSourceMap(path))
      .map(async ({ path, bytes }) => (await stat(join(dir, path)).catch(() => undefined))?.size === bytes),
  );
  return sizes.every(Boolean);
}

/** Returns the files of a record to copy, when it is just what the lock names. Source maps stay where they are. Throws ReleaseRefused. */
function checkedFiles(locked: LockedRelease, record: WantedRelease): WantedRelease['files'] {
  const { digest, manifest: text, files } = record;
  if (createHash('sha256').update(text).digest('hex') !== digest)
    throw new ReleaseRefused(locked, 'its manifest was changed');
  const manifest = parsedManifest(text);
  if (manifest?.name !== locked.name || manifest.release !== locked.release)
    throw new ReleaseRefused(locked, 'its manifest is of another release');
  if (!hasFilesOf(locked, manifest.files)) throw new ReleaseRefused(locked, 'it has other files than the lock names');
  // Only names that the manifest has lead to the disk: its schema allows none that leaves the folder.
  const allowedPaths = new Set(manifest.files.flatMap(({ path }) => [path, `${path}.br`, `${path}.gz`]));
  const others = files.filter(({ path }) => path !== RELEASE_MANIFEST);
  const odd = others.find(({ path }) => !allowedPaths.has(path));
  if (odd)
    throw new ReleaseRefused(locked, `it has a file ${JSON.stringify(odd.path.slice(0, 100))} that is not listed`);
  if (new Set(others.map(({ path }) => path)).size !== others.length)
    throw new ReleaseRefused(locked, 'it has a file twice');
  const bytes = others.reduce((sum, file) => sum + file.bytes, 0);
  if (others.length > MAX_RELEASE_FILES || bytes > MAX_RELEASE_BYTES)
    throw new ReleaseRefused(locked, 'it is too large');
  return others.filter(({ path }) => !isSourceMap(path));
}

/** Copies a content to the disk. Throws when it is not what its hash says. */
async function copyContent(
  content: StoredContent,
  file: { hash: string; bytes: number },
  path: string,
  signal: AbortSignal,
) {
  const hash = createHash('sha256');
  let bytes = 0;
  async function* measured(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      bytes += chunk.length;
      if (bytes > file.bytes) break;
      hash.update(chunk);
      yield chunk;
    }
  }
  await mkdir(dirname(path), { recursive: true });
  await pipeline(content.open(), measured, createWriteStream(path), { signal });
  return bytes === file.bytes && hash.digest('hex') === file.hash;
}

async function fillDraft({ database }: CopyPlaces, locked: LockedRelease, draft: string): Promise<void> {
  prepareCheck();
  const record = await database.release(locked.name, locked.release);
  if (!record) throw new ReleaseRefused(locked, 'it is not there');
  const files = checkedFiles(locked, record);
  const contents = await database.contents([...new Set(files.map(({ hash }) => hash))]);
  const gate = createGate(MAX_READS);
  const failed = new AbortController();
  const signal = AbortSignal.any([failed.signal, AbortSignal.timeout(COPY_TIMEOUT_MS)]);
  const copies = files.map((file) =>
    gate(async () => {
      signal.throwIfAborted();
      const content = contents.get(file.hash);
      if (!content) throw new ReleaseRefused(locked, `the content of ${file.path} is not there`);
      if (!(await copyContent(content, file, join(draft, file.path), signal)))
        throw new ReleaseRefused(locked, `${file.path} has other content`);
    }).catch((error: unknown) => {
      failed.abort(error);
      throw error;
    }),
  );
  const outcomes = await Promise.allSettled(copies);
  // The reason of the first that failed.
  if (outcomes.some(({ status }) => status === 'rejected')) throw signal.reason;
  await writeFile(join(draft, RELEASE_MANIFEST), record.manifest);
  const faults = await faultsOfFolder(draft);
  if (faults.length > 0) throw new ReleaseRefused(locked, faults.slice(0, 5).join(', '));
}

/** Moves a draft to its place, unless another process was faster. */
async function place(draft: string, target: string, locked: LockedRelease): Promise<void> {
  try {
    await rename(draft, target);
  } catch (error) {
    if (await holdsRelease(target, locked)) return;
    const { code }: { code?: unknown } = Object(error);
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST' && code !== 'ENOTDIR') throw error;
    // What is there is damaged.
    await rename(target, `${draft}.damaged`).catch(() => undefined);
    await rename(draft, target).catch(async (again: unknown) => {
      if (!(await holdsRelease(target, locked))) throw again;
    });
  }
}

/**
 * Copies a release that a verified lock names from the database to the disk, where it appears in one step when all of it was
 * verified. One that is there stays. Rejects with ReleaseRefused, or the error of database or disk.
 */
export async function copyRelease(places: CopyPlaces, locked: LockedRelease): Promise<void> {
  const { releasesDir } = places;
  const target = join(releasesDir, locked.name, locked.release);
  if (await holdsRelease(target, locked)) return;
  const draft = join(releasesDir, DRAFTS_FOLDER, `${process.pid}-${randomUUID()}`);
  try {
    await mkdir(draft, { recursive: true });
    await fillDraft(places, locked, draft);
    await mkdir(dirname(target), { recursive: true });
    await place(draft, target, locked);
  } finally {
    for (const folder of [draft, `${draft}.damaged`]) await rm(folder, { recursive: true, force: true });
  }
}
