import type { RequestListener } from 'node:http';
import { brotliCompressSync, constants } from 'node:zlib';
import sirv from 'sirv';
import type { PackedAnswer } from '../portal/portal.ts';
import { ASSETS_PATH } from './build.ts';

/** Headers that belong to one connection or to one body. */
const OF_ONE_ANSWER = ['connection', 'date', 'keep-alive', 'transfer-encoding', 'content-length', 'etag'];
const OF_PAGES = ['cache-control', 'content-encoding', 'content-type', 'vary'];
const POLICY = 'content-security-policy';

/** Returns a page as the portal would answer it: with the portal's own headers, security policy and caching included. */
export function monolithPage({ headers }: PackedAnswer, html: string): PackedAnswer {
  // Of the policies, joined by a comma, the first is that of all pages; the second follows from releases, which a monolith has not.
  const [policy = ''] = String(headers[POLICY] ?? '').split(', ');
  const body = brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
  return { headers: { ...headers, [POLICY]: policy, 'content-encoding': 'br' }, body };
}

/**
 * Serves these answers by their address with its query, and the assets as the portal serves releases: compressed when they were
 * built, cached for ever. Anything else is a 404.
 */
export function monolithServer(answers: ReadonlyMap<string, PackedAnswer>, assetsDir: string): RequestListener {
  const assets = sirv(assetsDir, { brotli: true, gzip: true, maxAge: 31_536_000, immutable: true });
  const [pageAnswer] = answers.values();
  return (request, response) => {
    const { url = '/' } = request;
    const answer = answers.get(url);
    const without = answer ? OF_ONE_ANSWER : [...OF_ONE_ANSWER, ...OF_PAGES];
    for (const [name, value] of Object.entries((answer ?? pageAnswer)?.headers ?? {}))
      if (value !== undefined && !without.includes(name)) response.setHeader(name, value);
    if (answer) response.setHeader('Content-Length', answer.body.length).end(answer.body);
    else if (url.startsWith(ASSETS_PATH)) {
      request.url = url.slice(ASSETS_PATH.length - 1);
      assets(request, response, () => void response.writeHead(404).end());
    } else response.writeHead(404).end();
  };
}
