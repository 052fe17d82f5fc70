import type { RequestListener } from 'node:http';
import { brotliCompressSync, constants } from 'node:zlib';
import sirv from 'sirv';
import { ASSETS_PATH } from './config.ts';

/** Headers that say something about one body or one connection, not about the way pages are sent. */
const OF_ONE_ANSWER = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'date',
  'etag',
  'keep-alive',
  'transfer-encoding',
]);

/** The headers that the portal gives all its pages, security policy and caching included. */
export function pageHeaders(answer: Response): [name: string, value: string][] {
  return [...answer.headers].filter(([name]) => !OF_ONE_ANSWER.has(name));
}

/**
 * Answers every page with `html` and the portal's own headers, and the assets from `dir` as the portal serves releases:
 * compressed when they were built, cached for ever.
 */
export function monolithServer(html: string, headers: readonly [string, string][], dir: string): RequestListener {
  const page = brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
  const assets = sirv(dir, { brotli: true, gzip: true, maxAge: 31_536_000, immutable: true });
  return (request, response) => {
    for (const [name, value] of headers) response.setHeader(name, value);
    if (request.url?.startsWith(ASSETS_PATH)) {
      response.removeHeader('cache-control');
      request.url = request.url.slice(ASSETS_PATH.length - 1);
      assets(request, response, () => void response.writeHead(404).end());
      return;
    }
    if (request.url === '/favicon.svg') {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Encoding': 'br',
      'Content-Length': page.length,
    });
    response.end(page);
  };
}
