import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { FileServer } from './file-server.ts';
import { createReleaseList } from './release-list.ts';

const ROOT = '/releases';
const YEAR_SECONDS = 31_536_000;
/** Where release files come from, and what their answers say. */
export interface ReleaseFilesOptions {
  readonly releasesDir: string;
  readonly files: FileServer;
  /** Headers of each answer. */
  readonly headers: OutgoingHttpHeaders;
}

/** Serves at `/releases` what the releases below a folder list in their manifests, and nothing else. */
export interface ReleaseFiles {
  /** Sends a file that is in memory, as `FileServer` says; false, and nothing has happened, when that cannot be. */
  serveKept(request: IncomingMessage, response: ServerResponse, giveId: (request: IncomingMessage) => string): boolean;
  /** Handles a request for a release file; false when it is for something else. */
  serve(request: IncomingMessage, response: ServerResponse): boolean;
}

/** The path of a request as the client wrote it; the client may have put scheme and host before it (RFC 9112, 3.2.2). */
function pathOf({ url = '/' }: IncomingMessage): string {
  const end = url.search(/[?#]/);
  const address = end < 0 ? url : url.slice(0, end);
  return address.startsWith('/') ? address : address.replace(/^https?:\/\/[^/]*/i, '');
}

/** Makes what serves release files. */
export function createReleaseFiles({ releasesDir, files, headers }: ReleaseFilesOptions): ReleaseFiles {
  const releases = createReleaseList(releasesDir);
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
      void files.serve(request, response, () => releases.find(path.slice(ROOT.length)), fileHeaders);
      return true;
    },
  };
}
