import type { RequestListener } from 'node:http';
import { brotliCompressSync, constants } from 'node:zlib';
import sirv from 'sirv';
import { ASSETS_PATH } from './config.ts';

/** Where the document of either says its icon is. */
export const ICON_PATH = '/favicon.svg';

/** What the monolith's server needs to send pages the way the portal does. */
export interface MonolithPages {
  readonly html: string;
  /** The portal's own answers for the page and for the icon, whose headers are taken over. */
  readonly portalPage: Response;
  readonly icon: { readonly answer: Response; readonly body: string };
  /** The folder of the assets. */
  readonly assetsDir: string;
}

/** Headers that belong to one connection or one encoded body. */
const OF_ONE_ANSWER = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'date',
  'etag',
  'keep-alive',
  'transfer-encoding',
]);

const POLICY = 'content-security-policy';

/**
 * An answer's headers, those aside that belong to it alone. Of its policies, which come joined by a comma, the first is that of all
 * pages; the second follows from the lock's releases, of which a monolith has none.
 */
function lastingHeaders(answer: Response): Headers {
  const headers = new Headers([...answer.headers].filter(([name]) => !OF_ONE_ANSWER.has(name)));
  const [policyOfAllPages] = headers.get(POLICY)?.split(', ') ?? [];
  if (policyOfAllPages !== undefined) headers.set(POLICY, policyOfAllPages);
  return headers;
}

/**
 * Serves every page with the portal's own headers, security policy and caching included, and the assets as the portal
 * serves releases: compressed when they were built, cached for ever.
 */
export function monolithServer({ html, portalPage, icon, assetsDir }: MonolithPages): RequestListener {
  const page = brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
  const pageHeaders = lastingHeaders(portalPage);
  const iconHeaders = lastingHeaders(icon.answer);
  const assets = sirv(assetsDir, { brotli: true, gzip: true, maxAge: 31_536_000, immutable: true });
  return (request, response) => {
    const { url = '/' } = request;
    response.setHeaders(url === ICON_PATH ? iconHeaders : pageHeaders);
    if (url.startsWith(ASSETS_PATH)) {
      for (const name of ['cache-control', 'content-type', 'vary']) response.removeHeader(name);
      request.url = url.slice(ASSETS_PATH.length - 1);
      assets(request, response, () => void response.writeHead(404).end());
    } else if (url === ICON_PATH) response.end(icon.body);
    else response.writeHead(200, { 'Content-Encoding': 'br', 'Content-Length': page.length }).end(page);
  };
}
