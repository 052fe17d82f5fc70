import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { MASK } from './masked.ts';

declare module 'node:http' {
  interface IncomingMessage {
    /** Sent back as `X-Request-Id`, and in every line about this request. Set by `requestLog` or `requestIds`. */
    id: string;
  }
}

/** What asks whether a process is well: many, all alike. What is not well has lines of its own. */
const PROBES = new Set(['/healthz', '/readyz', '/metrics']);

function givenId(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && /^[\w-]{8,64}$/.test(header) ? header : undefined;
}

/** The path alone: query strings carry tokens of private links, and addresses of people are masked. */
function loggedPath(url: string | undefined): string {
  const path = (url ?? '').split('?', 1)[0] ?? '';
  return path.replace(/[^/]*(?:@|%40)[^/]*/gi, MASK);
}

function levelOf(path: string, status: number): 'debug' | 'info' | 'warn' | 'error' {
  if (PROBES.has(path)) return 'debug';
  // 503 is said on purpose: something is away, or the process is about to end.
  return status === 503 ? 'warn' : status >= 500 ? 'error' : 'info';
}

/**
 * Returns a request's id, new or brought along. The id that a request brings along counts where `trusts` says so: anybody else could put
 * the lines of others together with their own.
 */
export function requestIds(trusts: (request: IncomingMessage) => boolean): (request: IncomingMessage) => string {
  return (request) => {
    const given = givenId(request.headers['x-request-id']);
    request.id = given !== undefined && trusts(request) ? given : randomUUID();
    return request.id;
  };
}

/** Middleware: every request gets an id as by `requestIds`, sent back as `X-Request-Id`, and one line when the answer is out, or will not be. */
export function requestLog(
  log: Logger,
  trusts: (request: IncomingMessage) => boolean,
): (request: IncomingMessage, response: ServerResponse, next: () => void) => void {
  // These lines are made of the fields below and hold no secret; looking for some in each would cost more than writing it.
  const lines = log.child({}, { redact: [] });
  const giveId = requestIds(trusts);
  return (request, response, next) => {
    const begun = performance.now();
    const { method, url } = request;
    const id = giveId(request);
    response.setHeader('X-Request-Id', id);
    response.once('close', () => {
      const { statusCode: status, writableFinished } = response;
      const path = loggedPath(url);
      const line = {
        req: { id, method, path },
        res: { status },
        responseTime: Math.round(performance.now() - begun),
      };
      lines[levelOf(path, status)](line, writableFinished ? 'request completed' : 'request aborted');
    });
    next();
  };
}
