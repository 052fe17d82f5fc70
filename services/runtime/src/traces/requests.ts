import type { IncomingMessage, ServerResponse } from 'node:http';
import { isProbe } from '../http/probes.ts';
import { inSpan } from './current-span.ts';
import type { SpanMaker } from './tracer.ts';

declare module 'node:http' {
  interface IncomingMessage {
    /** The id in all log lines of the request, where it has one before. */
    id: string;
    /** The id of its trace, where one is recorded; log lines have it beside the other one. */
    trace?: string | undefined;
  }
}

/** Which requests are traced, and how they are named. */
export interface RequestNames {
  /** Returns the route of a request at its end; an address may name a person. */
  readonly routeOf: (request: IncomingMessage) => string;
  /** Whether the `traceparent` of a request counts: anybody else could have each of their requests recorded. */
  readonly trusts: (request: IncomingMessage) => boolean;
}

/** Returns a middleware that answers each request within a span. */
export function requestSpans(
  tracer: Pick<SpanMaker, 'begin'>,
  { routeOf, trusts }: RequestNames,
): (request: IncomingMessage, response: ServerResponse, next: () => void) => void {
  return (request, response, next) => {
    if (isProbe(request.url)) {
      next();
      return;
    }
    const { method = '' } = request;
    const given = request.headers.traceparent;
    const parent = typeof given === 'string' && trusts(request) ? given : undefined;
    const span = tracer.begin(method, 'server', { 'http.request.method': method }, parent);
    if (span.traceId !== undefined) {
      request.trace = span.traceId;
      response.once('close', () => {
        const status = response.statusCode;
        const route = routeOf(request);
        span.rename(`${method} ${route}`);
        span.note({
          'http.route': route,
          'http.response.status_code': status,
          'portal.request.id': request.id,
          ...(!response.writableFinished && { 'portal.aborted': true }),
        });
        span.end(status >= 500 ? String(status) : undefined);
      });
    }
    inSpan(span, next);
  };
}
