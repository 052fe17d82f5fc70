import { readFile } from 'node:fs/promises';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { isSourceMap, RELEASE_MANIFEST } from '@cytocomm/composition';
import { releaseSchema } from '@cytocomm/contract';
import { fileTypeOf } from '@cytocomm/releases';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { LockSource } from '../lock-source.ts';
import type { ReleaseUsed } from '../replica/disk-use.ts';
import type { FileServer } from './file-server.ts';
import { createReleaseAccess, type FetchRelease, type ReleaseAccess } from './release-access.ts';
import { FileUnusable, isAbsent, type ListedFile } from './stored-file.ts';

/** How many releases' lists are cached. */
const MAX_LISTS = 200;
/** The longest path of a file in a release. */
const MAX_ADDRESS_LENGTH = 1024;

const { name, release, files } = releaseSchema.shape;
const folderSchema = z.object({ name, release });
type Folder = z.infer<typeof folderSchema>;
/** The part of a manifest that is read: the rest may be older than the contract. */
const manifestSchema = z.object({ name, release, files });

type List = ReadonlyMap<string, ListedFile>;

/** What the list uses. */
interface ReleaseListOptions {
  readonly releasesDir: string;
  readonly access: ReleaseAccess;
  /** Brings a release that is not on the disk. */
  readonly bring?: FetchRelease | undefined;
  /** Called with each release of which somebody gets a file. */
  readonly used?: ReleaseUsed | undefined;
}

/** Finds the files in the releases' manifests. An address is the raw `/<name>/<release>/<path>`. */
interface ReleaseList {
  /** Returns the file at an address when its release's list is cached. */
  known(address: string): ListedFile | undefined;
  /**
   * Returns the file at an address; undefined when no release lists it, or it is not for browsers. Rejects with FileUnusable
   * for a damaged manifest, ReleaseWithdrawn and ReleaseUnavailable. Where a file was missing that was listed, `isAgain` looks at the disk again, and brings the release.
   */
  find(address: string, isAgain?: boolean): Promise<ListedFile | undefined>;
}

interface Location {
  readonly name: string;
  readonly release: string;
  readonly path: string;
}

function locationOf(address: string): Location | undefined {
  if (address.length > MAX_ADDRESS_LENGTH) return undefined;
  let decoded: string;
  try {
    decoded = decodeURIComponent(address);
  } catch {
    return undefined;
  }
  const [, name, release, path] = /^\/([^/]+)\/([^/]+)\/(.+)$/s.exec(decoded) ?? [];
  return name === undefined || release === undefined || path === undefined ? undefined : { name, release, path };
}

async function readManifest(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw new FileUnusable(`${path} cannot be read`, { cause: error });
  }
}

function parseManifest(text: string, path: string) {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new FileUnusable(`${path} is not JSON`, { cause: error });
  }
  const parsed = manifestSchema.safeParse(value);
  if (!parsed.success) throw new FileUnusable(`${path} is not a manifest:\n${z.prettifyError(parsed.error)}`);
  return parsed.data;
}

function isForBrowsers(path: string): boolean {
  return !isSourceMap(path) && !path.split('/').some((part) => part.startsWith('.'));
}

async function readList(releasesDir: string, { name, release }: Folder): Promise<List | undefined> {
  const dir = join(releasesDir, name, release);
  const path = join(dir, RELEASE_MANIFEST);
  const text = await readManifest(path);
  if (text === undefined) return undefined;
  const manifest = parseManifest(text, path);
  if (manifest.name !== name || manifest.release !== release)
    throw new FileUnusable(`${path} is the manifest of ${manifest.name} ${manifest.release}`);
  return new Map(
    manifest.files
      .filter((file) => isForBrowsers(file.path))
      .map(({ path, integrity, bytes }) => [path, { path: join(dir, path), integrity, bytes }]),
  );
}

/** Creates a list of the releases in `releasesDir`, later ones included. */
function createReleaseList({ releasesDir, access, bring, used }: ReleaseListOptions): ReleaseList {
  async function read(folder: Folder): Promise<List | undefined> {
    const list = await readList(releasesDir, folder);
    if (list || !(await bring?.(folder.name, folder.release))) return list;
    return readList(releasesDir, folder);
  }

  const lists = new LRUCache<string, List, Folder>({
    max: MAX_LISTS,
    fetchMethod: (_key, _before, { context }) => read(context),
    // Waiting callers get the list, also if it was evicted meanwhile.
    ignoreFetchAbort: true,
  });
  const keyOf = ({ name, release }: Folder) => `${name}/${release}`;
  return {
    known(address) {
      const location = locationOf(address);
      if (!location || !access.isOpen(location.name, location.release)) return undefined;
      const file = lists.get(keyOf(location))?.get(location.path);
      if (file) used?.(location.name, location.release);
      return file;
    },
    async find(address, isAgain = false) {
      const location = locationOf(address);
      const folder = folderSchema.safeParse(location);
      if (!location || !folder.success || !(await access.open(location.name, location.release))) return undefined;
      if (isAgain) lists.delete(keyOf(location));
      const file = (await lists.fetch(keyOf(location), { context: folder.data }))?.get(location.path);
      if (file) used?.(location.name, location.release);
      return file;
    },
  };
}

const ROOT = '/releases';
const YEAR_SECONDS = 31_536_000;
const DAY_SECONDS = 86_400;

/** Options of the release files. */
export interface ReleaseFilesOptions {
  readonly releasesDir: string;
  readonly files: FileServer;
  /** Say which releases pages have, and what is switched off. */
  readonly locks: LockSource;
  /** Brings a release that is not on the disk. */
  readonly fetchRelease?: FetchRelease | undefined;
  /** Called with each release of which somebody gets a file. */
  readonly releaseUsed?: ReleaseUsed | undefined;
  /** Headers of each response. */
  readonly headers: OutgoingHttpHeaders;
  /** Headers of scripts, over those. */
  readonly scriptHeaders: OutgoingHttpHeaders;
}

/** Serves the files in the releases' manifests at `/releases`, and no others. */
export interface ReleaseFiles {
  /** Sends a cached file. Returns false, without an effect, for others. */
  serveKept(request: IncomingMessage, response: ServerResponse, giveId: (request: IncomingMessage) => string): boolean;
  /** Handles a request for a release file. Returns false for other requests. */
  serve(request: IncomingMessage, response: ServerResponse): boolean;
}

/** Returns the raw path of a request, without scheme and host (RFC 9112, 3.2.2). */
function pathOf({ url = '/' }: IncomingMessage): string {
  const end = url.search(/[?#]/);
  const address = end < 0 ? url : url.slice(0, end);
  return address.startsWith('/') ? address : address.replace(/^https?:\/\/[^/]*/i, '');
}

/** Creates the server of release files. */
export function createReleaseFiles({
  releasesDir,
  files,
  locks,
  fetchRelease,
  releaseUsed,
  headers,
  scriptHeaders,
}: ReleaseFilesOptions): ReleaseFiles {
  const access = createReleaseAccess(locks, fetchRelease);
  const releases = createReleaseList({ releasesDir, access, bring: fetchRelease, used: releaseUsed });
  const cachedFor = (seconds: number) => `public, max-age=${seconds}`;
  // SVG and files that no page loads can be opened as documents: cached for a day, so that their headers can change.
  const document = { 'Cache-Control': cachedFor(DAY_SECONDS) };
  const part = { 'Cache-Control': `${cachedFor(YEAR_SECONDS)}, immutable` };
  const script = { ...part, ...scriptHeaders };
  const fileHeaders = {
    always: { ...headers, 'Cross-Origin-Resource-Policy': 'cross-origin', 'Access-Control-Allow-Origin': '*' },
    found(path: string) {
      const type = fileTypeOf(path);
      if (type?.startsWith('text/javascript')) return script;
      return type === undefined || type === 'image/svg+xml' ? document : part;
    },
  };
  return {
    serveKept(request, response, giveId) {
      const path = pathOf(request);
      const file = path.startsWith(ROOT) ? releases.known(path.slice(ROOT.length)) : undefined;
      return file !== undefined && files.serveKept(request, response, file, fileHeaders, giveId);
    },
    serve(request, response) {
      const path = pathOf(request);
      if (path !== ROOT && !path.startsWith(`${ROOT}/`)) return false;
      void files.serve(request, response, (isAgain) => releases.find(path.slice(ROOT.length), isAgain), fileHeaders);
      return true;
    },
  };
}
