import { COLORS, type MatchedRoute, matchRoute } from '@cytocomm/composition';
import type { Lock } from '@cytocomm/contract';
import escapeHtml from 'escape-html';
import type { ErrorRequestHandler, Request, Response } from 'express';
import type { Logger } from 'pino';
import { LockUnusable } from './lock-source.ts';
import type { EncodedPage } from './page-cache.ts';

/** Returns a page without scripts, for what cannot be shown. `content` is HTML. */
function plainPage(title: string, content: readonly string[]): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)} · Cytocomm</title>
<style>
body{margin:0;min-height:100vh;display:grid;place-content:center;padding:24px;background:${COLORS.paper};color:${COLORS.ink};font:16px/1.6 system-ui,sans-serif}
main{max-width:60ch}
h1{font-size:1.95rem;line-height:1.15;margin:0 0 16px}
a{color:${COLORS.teal}}
code{color:${COLORS.slate}}
</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${content.join('\n')}
</main>
</body>
</html>
`;
}

/** The Retry-After of a page that is switched off, in seconds. */
const SWITCHED_OFF_RETRY_AFTER_SECONDS = 300;

/** Whether a page belongs to a remote that is switched off. The shell cannot be: every page is its. */
export function isSwitchedOff(lock: Lock, { release }: MatchedRoute, switchedOff: readonly string[]): boolean {
  return release.name !== lock.shell.name && switchedOff.includes(release.name);
}

/** Sends the page in the place of one whose remote is switched off. */
export function sendSwitchedOff(
  response: Response,
  lock: Lock,
  { route }: MatchedRoute,
  switchedOff: readonly string[],
): void {
  const home = matchRoute(lock, '/');
  const html = plainPage(`${route.title} is temporarily switched off`, [
    '<p>We have taken this part of the portal out of service. Everything else works, and nothing you saved is lost. Please come back later.</p>',
    home && !isSwitchedOff(lock, home, switchedOff) ? '<p><a href="/">Go to the home page</a></p>' : '',
  ]);
  response
    .status(503)
    .set({ 'Cache-Control': 'no-store', 'Retry-After': String(SWITCHED_OFF_RETRY_AFTER_SECONDS) })
    .type('html')
    .send(html);
}

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
