import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { fileTypeOf } from '@cytocomm/releases';
import type { LockSource } from '../lock-source.ts';
import type { FileServer } from './file-server.ts';
import { createReleaseAccess, type FetchRelease } from './release-access.ts';
import { createReleaseList } from './release-list.ts';
import type { ReleaseUsed } from './release-use.ts';

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
  // An SVG and what no page loads could be opened as a page: not for ever, whatever becomes of its headers.
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
