import { once } from 'node:events';
import { addressOf, PROBLEMS, type Problem, type ProblemCode, readApiPage } from '@cytocomm/contract';
import { hasBody } from '@cytocomm/runtime';
import type { ErrorRequestHandler, Request, Response } from 'express';
import { ApiError } from '../calls/problem.ts';
import { toUnavailable } from '../database/trouble.ts';

interface HttpError {
  readonly status: number;
  readonly type: string | undefined;
}

function asHttpError(error: unknown): HttpError | undefined {
  if (!(error instanceof Error) || !('status' in error) || typeof error.status !== 'number') return undefined;
  return { status: error.status, type: 'type' in error && typeof error.type === 'string' ? error.type : undefined };
}

const PARSER_REFUSALS: Readonly<Record<string, readonly [ProblemCode, string]>> = {
  'entity.parse.failed': ['bad-json', 'The body is not valid JSON.'],
  'entity.too.large': ['too-large', 'The body is longer than this call accepts.'],
  'encoding.unsupported': ['unsupported-media-type', 'That content encoding is not accepted.'],
  'charset.unsupported': ['unsupported-media-type', 'That character set is not accepted.'],
};

/** Returns the error for the caller. */
export function toApiError(thrown: unknown): ApiError {
  const error = toUnavailable(thrown, 'unknown');
  if (error instanceof ApiError) return error;
  const httpError = asHttpError(error);
  if (httpError !== undefined && httpError.status >= 400 && httpError.status < 500) {
    const [code, detail] =
      PARSER_REFUSALS[httpError.type ?? ''] ?? (['bad-request', 'The request cannot be understood.'] as const);
    return new ApiError(httpError.status, code, detail, { cause: error });
  }
  return new ApiError(500, 'internal', 'Something failed on our side. The request id helps us to find it.', {
    cause: error,
  });
}

/** Among the locals of a response: the page to which a browser is led that navigates to what is refused. */
export const PAGE_OF_REFUSAL = 'pageOfRefusal';

/** Sends an error as problem details (RFC 9457). */
function sendProblem(res: Response, error: ApiError, requestId: string): void {
  const problem: Problem = {
    type: `${addressOf(readApiPage)}#problem-${error.code}`,
    title: PROBLEMS[error.code],
    status: error.status,
    detail: error.message,
    code: error.code,
    requestId,
    ...(error.errors === undefined ? {} : { errors: [...error.errors] }),
  };
  res.status(error.status).set(error.headers).type('application/problem+json').send(JSON.stringify(problem));
}

/**
 * Reads and discards the rest of a request, within the listener's bounds. Many clients read the response only after sending
 * everything, and closing with unread data loses it: `Connection: close` takes effect at the end of the request.
 */
function discardRest(req: Request, res: Response): void {
  req.resume();
  if (res.shouldKeepAlive) return;
  res.shouldKeepAlive = true;
  const { socket } = req;
  const ends = [once(req, 'end'), once(res, 'finish')];
  Promise.all(ends).then(
    () => socket.destroySoon(),
    () => socket.destroy(),
  );
}

/** After so long without one, in ms, calls that fail for want of the database are of another outage. */
const QUIET_MS = 60_000;

/** Returns a function that logs why calls fail of the database, once an outage: each call has its own line anyway. */
function createDatabaseLog(): (req: Request, refusal: ApiError) => void {
  let quietFrom = 0;
  return (req, { cause, message }) => {
    const now = performance.now();
    const isKnown = now < quietFrom;
    quietFrom = now + QUIET_MS;
    if (isKnown) return;
    const reason = cause instanceof Error ? { type: cause.name, reason: cause.message } : { reason: message };
    req.log.warn(reason, 'calls fail for want of the database');
  };
}

/**
 * Returns the last handler of an app: sends errors as problem details, and logs the cause of a 500. That the database
 * fails is known trouble: its cause has one line and no stack.
 */
export function failures(): ErrorRequestHandler {
  const logDatabase = createDatabaseLog();
  return (error, req, res, _next) => {
    const refusal = toApiError(error);
    if (refusal.code === 'database-unavailable') logDatabase(req, refusal);
    else if (refusal.status >= 500 && refusal.code !== 'unavailable')
      req.log.error({ err: refusal.cause ?? refusal }, 'request failed');
    if (res.headersSent) {
      // Part of a response was sent: the connection is cut. Not by `res.destroy()`, which does nothing to a pipelined
      // response, and not by Express, which would print the stack past the log.
      if (!res.writableEnded) req.socket.destroy();
      return;
    }
    if (!req.complete && hasBody(req)) discardRest(req, res);
    res.removeHeader('ETag');
    res.removeHeader('Cache-Control');
    res.set('Cache-Control', 'no-store');
    const page: unknown = res.locals[PAGE_OF_REFUSAL];
    if (typeof page === 'string') res.status(303).set('Location', `${page}?refused=${refusal.code}`).end();
    else sendProblem(res, refusal, String(req.id));
  };
}
