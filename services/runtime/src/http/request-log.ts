import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { MASK } from '../log/log.ts';

/** Requested every few seconds by proxies, container engines and Prometheus. */
const PROBES = new Set(['/healthz', '/readyz', '/readyz/process', '/metrics']);

/** Whether an address is that of a probe, which is neither logged nor traced. */
export function isProbe(url = ''): boolean {
  const end = url.indexOf('?');
  return PROBES.has(end < 0 ? url : url.slice(0, end));
}

declare module 'node:http' {
  interface IncomingMessage {
    /** The id in `X-Request-Id` and in all log lines of the request. Set by `requestLog` or `requestIds`. */
    id: string;
    /** The id of its trace, where one is recorded. */
    trace?: string | undefined;
  }
}

function givenId(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && /^[\w-]{8,64}$/.test(header) ? header : undefined;
}

/** Returns the path without the query, which may hold tokens, and with e-mail addresses masked. */
function loggedPath(url = ''): string {
  const end = url.indexOf('?');
  const path = end < 0 ? url : url.slice(0, end);
  // Few paths have one, and looking for it costs less than replacing nothing.
  if (!path.includes('@') && !path.includes('%40')) return path;
  return path.replace(/[^/]*(?:@|%40)[^/]*/gi, MASK);
}

function levelOf(path: string, status: number): 'debug' | 'info' | 'warn' | 'error' {
  if (isProbe(path)) return 'debug';
  // 503 is deliberate: something is down, or the process ends.
  return status === 503 ? 'warn' : status >= 500 ? 'error' : 'info';
}

/**
 * Returns a function that returns a request's id, a new one, or the header's if `trusts` accepts the client: others could mix
 * up log lines.
 */
export function requestIds(trusts: (request: IncomingMessage) => boolean): (request: IncomingMessage) => string {
  return (request) => {
    const clientId = givenId(request.headers['x-request-id']);
    request.id = clientId !== undefined && trusts(request) ? clientId : randomUUID();
    return request.id;
  };
}

/** Returns a middleware that sets the id of a request, sends it as `X-Request-Id`, and logs a line at the end. */
export function requestLog(
  log: Logger,
  trusts: (request: IncomingMessage) => boolean,
): (request: IncomingMessage, response: ServerResponse, next: () => void) => void {
  // These fields hold no secret: no redaction, which would cost more than the line.
  const lines = log.child({}, { redact: [] });
  const giveId = requestIds(trusts);
  return (request, response, next) => {
    const startedAt = performance.now();
    const { method, url } = request;
    const requestId = giveId(request);
    response.setHeader('X-Request-Id', requestId);
    response.once('close', () => {
      const { statusCode: status, writableFinished } = response;
      const path = loggedPath(url);
      const line = {
        requestId,
        trace: request.trace,
        req: { method, path },
        res: { status },
        responseTime: Math.round(performance.now() - startedAt),
      };
      if (request.isStalled) lines.warn(line, 'request cut off: its client took nothing of the answer');
      else lines[levelOf(path, status)](line, writableFinished ? 'request completed' : 'request aborted');
    });
    next();
  };
}
