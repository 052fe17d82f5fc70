import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { FileServer } from './file-server.ts';
import { type BringRelease, createReleaseList } from './release-list.ts';
import type { ReleaseUsed } from './release-use.ts';

const ROOT = '/releases';
const YEAR_SECONDS = 31_536_000;
/** Options of the release files. */
export interface ReleaseFilesOptions {
  readonly releasesDir: string;
  readonly files: FileServer;
  /** Brings a release that is not on the disk. */
  readonly bringRelease?: BringRelease | undefined;
  /** Called with each release of which somebody gets a file. */
  readonly releaseUsed?: ReleaseUsed | undefined;
  /** Headers of each response. */
  readonly headers: OutgoingHttpHeaders;
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
  bringRelease,
  releaseUsed,
  headers,
}: ReleaseFilesOptions): ReleaseFiles {
  const releases = createReleaseList(releasesDir, bringRelease, releaseUsed);
  const fileHeaders = {
    always: { ...headers, 'Cross-Origin-Resource-Policy': 'cross-origin', 'Access-Control-Allow-Origin': '*' },
    found: { 'Cache-Control': `public, max-age=${YEAR_SECONDS}, immutable` },
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
