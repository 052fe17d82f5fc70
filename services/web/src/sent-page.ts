import type { ErrorRequestHandler, Request, Response } from 'express';
import type { Logger } from 'pino';
import { LockUnusable } from './lock-source.ts';
import type { EncodedPage } from './page-cache.ts';
import { plainPage } from './plain-page.ts';

/** Returns the page for failures, without scripts, with the request's id. */
function renderTroublePage(requestId: string): string {
  return plainPage('Unexpected Application Error', [
    '<p>The portal cannot show this page right now. Nothing you saved is lost. Please try again in a minute.</p>',
    '<p><a href="/">Try the home page</a></p>',
    `<p><code>Request ${requestId}</code></p>`,
  ]);
}

/** The Retry-After while there is no lock, in seconds. */
const RETRY_AFTER_SECONDS = 5;

/** Sends a page in the best encoding that the browser takes, or that it has it already. */
export function sendPage(request: Request, response: Response, status: number, page: EncodedPage): void {
  if (!response.hasHeader('Cache-Control')) response.set('Cache-Control', 'no-cache');
  response.set('Content-Type', 'text/html; charset=utf-8').vary('Accept-Encoding');
  // Browsers name gzip first and brotli last, all of one weight: the server chooses the smaller.
  const encoding = (['br', 'gzip'] as const).find((name) => request.acceptsEncodings(name) === name) ?? 'identity';
  response.set('ETag', page.etag(encoding));
  // A cache between adds the headers of a 304 to the page that it has stored, also the cookie of one visitor.
  if (status === 200 && request.fresh && !response.hasHeader('Set-Cookie')) {
    response.status(304).end();
    return;
  }
  if (encoding !== 'identity') response.set('Content-Encoding', encoding);
  const body = page[encoding];
  response.status(status).set('Content-Length', String(body.length));
  response.end(request.method === 'HEAD' ? undefined : body);
}

/** Returns the status of a failed request: that of a body that cannot be read, else 500. */
function statusOf(error: unknown): number {
  const status = error instanceof Error && 'status' in error ? error.status : undefined;
  return typeof status === 'number' && status >= 400 ? status : 500;
}

/** Creates the handler of failed pages, which logs those that are not the sender's fault. */
export function pageFailures(log: Logger): ErrorRequestHandler {
  return (error: unknown, request, response, _next) => {
    const { id: requestId } = request;
    const isLockUnusable = error instanceof LockUnusable;
    const status = isLockUnusable ? 503 : statusOf(error);
    if (status >= 500)
      log.error(
        { requestId, path: request.path, err: error },
        isLockUnusable ? 'the promoted lock cannot be used' : 'a page failed',
      );
    if (isLockUnusable) response.set('Retry-After', String(RETRY_AFTER_SECONDS));
    response.status(status).set('Cache-Control', 'no-store').type('html').send(renderTroublePage(requestId));
  };
}
