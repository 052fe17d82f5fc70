import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { isSourceMap, RELEASE_MANIFEST } from '@cytocomm/composition';
import { releaseSchema } from '@cytocomm/contract';
import { fileTypeOf } from '@cytocomm/releases';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { LockSource } from '../lock-source.ts';
import { answerFor, type SentFile } from './file-answer.ts';
import { createGate } from './gate.ts';
import { createReleaseAccess, type FetchRelease, ReleaseUnavailable, ReleaseWithdrawn } from './release-access.ts';
import { FileMissing, FileUnusable, type ListedFile, readAtMost, readVerified } from './verified-file.ts';

const ROOT = '/releases';
/** When to ask again for a release that cannot be brought now, in seconds. */
const RETRY_AFTER = '5';

/** How many releases' lists are cached. */
const MAX_LISTS = 200;
/** How many bytes all cached files may take. */
const MAX_CACHED_BYTES = 64 * 1024 * 1024;
/** How many files are read at once: more than Node's threads would only take memory. */
const MAX_READS = 4;
/** The size of an entry besides its bytes, which bounds empty files, too. */
const ENTRY_BYTES = 1024;
/** How long a client may read no byte, in ms. */
const STALLED_CLIENT_MS = 30_000;

const { name, release, files } = releaseSchema.shape;
const placeSchema = z.object({ name, release, path: z.string() });
type Place = z.infer<typeof placeSchema>;
/** The part of a manifest that is read: the rest may be older than the contract. */
const manifestSchema = z.object({ name, release, files });

/** Options of the release files. */
export interface ReleaseFilesOptions {
  readonly releasesDir: string;
  /** Say which releases pages have, and what is switched off. */
  readonly locks: LockSource;
  /** Brings a release that is not on the disk. */
  readonly fetchRelease?: FetchRelease | undefined;
  /** Returns the headers of a file of this path, and, without one, of what is no file. */
  readonly headersOf: (path?: string) => OutgoingHttpHeaders;
  /** Sets the id of a request. */
  readonly giveId: (request: IncomingMessage) => string;
  readonly log: Logger;
  /** How many bytes stay in memory; 64 MiB by default. */
  readonly maxCachedBytes?: number;
  /** How long a client may read no byte, in ms; 30 s by default. */
  readonly stalledClientMs?: number;
}

/** Serves the files in the releases' manifests at `/releases`, and no others. */
export interface ReleaseFiles {
  /** Handles a request for a release file; false, without an effect, for other requests. A failure is a response. */
  serve(request: IncomingMessage, response: ServerResponse): boolean;
  /** Returns how many bytes of files it has sent since it was created. */
  sentBytes(): number;
}

/** Returns the raw path of a request, without scheme and host (RFC 9112, 3.2.2). */
function pathOf({ url = '/' }: IncomingMessage): string {
  const end = url.search(/[?#]/);
  const address = end < 0 ? url : url.slice(0, end);
  return address.startsWith('/') ? address : address.replace(/^https?:\/\/[^/]*/i, '');
}

/** Returns what the raw `/<name>/<release>/<path>` names; undefined for what is no such address. */
function placeOf(address: string): Place | undefined {
  try {
    const [, name, release, path] = /^\/([^/]+)\/([^/]+)\/(.+)$/s.exec(decodeURIComponent(address)) ?? [];
    return placeSchema.safeParse({ name, release, path }).data;
  } catch {
    return undefined;
  }
}

function isForBrowsers(path: string): boolean {
  return !isSourceMap(path) && !path.split('/').some((part) => part.startsWith('.'));
}

/** Returns what a release lists for browsers. Throws FileMissing without a manifest, FileUnusable for a damaged one. */
async function readList(releasesDir: string, { name, release }: Place): Promise<ReadonlyMap<string, ListedFile>> {
  const dir = join(releasesDir, name, release);
  const path = join(dir, RELEASE_MANIFEST);
  const text = String(await readAtMost(path));
  let manifest: z.infer<typeof manifestSchema>;
  try {
    manifest = manifestSchema.parse(JSON.parse(text));
  } catch (error) {
    throw new FileUnusable(`${path} is not a manifest`, { cause: error });
  }
  if (manifest.name !== name || manifest.release !== release)
    throw new FileUnusable(`${path} is the manifest of ${manifest.name} ${manifest.release}`);
  const listed = manifest.files.filter((file) => isForBrowsers(file.path));
  return new Map(listed.map((file) => [file.path, { ...file, path: join(dir, file.path) }]));
}

/**
 * Creates the server of release files. A file is read once, held against the manifest's hash, and sent from memory: what was
 * altered on the disk is not sent.
 */
export function createReleaseFiles(options: ReleaseFilesOptions): ReleaseFiles {
  const { releasesDir, fetchRelease, headersOf, giveId, log } = options;
  const { maxCachedBytes = MAX_CACHED_BYTES, stalledClientMs = STALLED_CLIENT_MS } = options;
  const isServed = createReleaseAccess(options.locks, fetchRelease);
  const gate = createGate(MAX_READS);
  let sent = 0;

  async function read(file: ListedFile): Promise<SentFile> {
    const damaged = (error: FileUnusable) => log.error({ err: error }, 'a compressed file is left out');
    return {
      ...(await readVerified(file, damaged)),
      hash: file.integrity.slice('sha384-'.length),
      type: fileTypeOf(file.path) ?? 'application/octet-stream',
      headers: headersOf(file.path),
    };
  }

  /** Reads something of a release, once more when it is missing and the release can be brought. */
  async function fromDisk<Result>({ name, release }: Place, read: () => Promise<Result>): Promise<Result> {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof FileMissing) || !(await fetchRelease?.(name, release))) throw error;
      return read();
    }
  }

  // Waiting callers get theirs, also if it was evicted meanwhile.
  const lists = new LRUCache<string, ReadonlyMap<string, ListedFile>, Place>({
    max: MAX_LISTS,
    fetchMethod: (_key, _before, { context }) => fromDisk(context, () => readList(releasesDir, context)),
    ignoreFetchAbort: true,
  });
  const contents = new LRUCache<string, SentFile, { readonly place: Place; readonly file: ListedFile }>({
    maxSize: maxCachedBytes,
    sizeCalculation: ({ plain, twins }) =>
      twins.reduce((sum, { content }) => sum + content.length, plain.length + ENTRY_BYTES),
    fetchMethod: (_key, _before, { context: { place, file } }) => gate(() => fromDisk(place, () => read(file))),
    ignoreFetchAbort: true,
  });

  /** Returns the file at the address below `/releases`. Throws FileMissing for none, and why it cannot be sent. */
  async function find(address: string): Promise<SentFile> {
    const place = placeOf(address);
    if (place && (await isServed(place.name, place.release))) {
      const list = await lists.forceFetch(`${place.name}/${place.release}`, { context: place });
      const file = list.get(place.path);
      if (file) return contents.forceFetch(file.path, { context: { place, file } });
    }
    throw new FileMissing(`there is no ${address}`);
  }

  async function answer(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    const id = giveId(request);
    const refuse = (status: number, words: string, more: OutgoingHttpHeaders = {}) => {
      if (status !== 500) log.info({ requestId: id, path, status }, 'a file is not sent');
      const body = { 'Content-Type': 'text/plain; charset=utf-8', 'Content-Length': Buffer.byteLength(words) };
      response.writeHead(status, { ...headersOf(), ...body, 'Cache-Control': 'no-store', 'X-Request-Id': id, ...more });
      response.end(words);
    };
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      refuse(405, 'Files are only read.', { Allow: 'GET, HEAD' });
      return;
    }
    try {
      const { status, headers, body } = answerFor(request, await find(path.slice(ROOT.length)));
      response.writeHead(status, { ...headers, 'X-Request-Id': id }).end(body);
      sent += body?.length ?? 0;
      // The system usually takes a whole file at once.
      if (response.socket?.writableLength !== 0) response.setTimeout(stalledClientMs, () => response.destroy());
    } catch (error) {
      if (error instanceof FileMissing) refuse(404, 'No release holds this file.');
      else if (error instanceof ReleaseWithdrawn) refuse(410, error.message);
      else if (error instanceof ReleaseUnavailable) refuse(503, error.message, { 'Retry-After': RETRY_AFTER });
      else {
        log.error({ requestId: id, path, err: error }, 'a file cannot be sent');
        refuse(500, `This file cannot be sent. Request ${id}`);
      }
    }
  }

  return {
    sentBytes: () => sent,
    serve(request, response) {
      const path = pathOf(request);
      if (path !== ROOT && !path.startsWith(`${ROOT}/`)) return false;
      void answer(request, response, path);
      return true;
    },
  };
}
