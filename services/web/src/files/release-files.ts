import type { RequestHandler } from 'express';
import { createReleaseList } from './release-list.ts';
import type { ServeFile } from './serve-file.ts';

const YEAR_SECONDS = 31_536_000;
const HEADERS = {
  'Cache-Control': `public, max-age=${YEAR_SECONDS}, immutable`,
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

/** Serves what the releases below `releasesDir` list in their manifests, and nothing else. */
export function releaseFiles(releasesDir: string, serve: ServeFile): RequestHandler {
  const releases = createReleaseList(releasesDir);
  return (request, response) => serve(request, response, { find: () => releases.find(request.path), headers: HEADERS });
}
