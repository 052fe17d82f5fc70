import { once } from 'node:events';
import { addressOf, PROBLEMS, type Problem, type ProblemCode, readApiPage } from '@cytocomm/contract';
import { hasBody } from '@cytocomm/listener';
import type { ErrorRequestHandler, Request, Response } from 'express';
import { explained } from './database-trouble.ts';
import { ApiError } from './problem.ts';

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

/** Turns whatever was thrown into the refusal that the caller gets. */
export function toApiError(thrown: unknown): ApiError {
  const error = explained(thrown, 'unknown');
  if (error instanceof ApiError) return error;
  const refused = asHttpError(error);
  if (refused !== undefined && refused.status >= 400 && refused.status < 500) {
    const [code, detail] =
      PARSER_REFUSALS[refused.type ?? ''] ?? (['bad-request', 'The request cannot be understood.'] as const);
    return new ApiError(refused.status, code, detail, { cause: error });
  }
  return new ApiError(500, 'internal', 'Something failed on our side. The request id helps us to find it.', {
    cause: error,
  });
}

/** Writes a refusal as RFC 9457 problem details. */
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
 * Reads what is left of a request and throws it away; the listener bounds that. Many clients look at the answer only after they
 * have sent everything, and a connection that is closed with unread data loses the answer: one that the client asked to have
 * closed is closed when all has come.
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

/** The last handler of an app: every error becomes problem details, and only the log sees what is behind a 500. */
export function failures(): ErrorRequestHandler {
  return (error, req, res, _next) => {
    const refusal = toApiError(error);
    if (refusal.status >= 500 && refusal.code !== 'unavailable')
      req.log.error({ err: refusal.cause ?? refusal }, 'request failed');
    if (res.headersSent) {
      // Half an answer is out: the connection is cut, so that nobody takes it for a whole one. Not by `res.destroy()`, which does nothing
      // to one that stands behind another on its connection, and not by Express, which would write the stack past the log.
      if (!res.writableEnded) req.socket.destroy();
      return;
    }
    if (!req.complete && hasBody(req)) discardRest(req, res);
    res.removeHeader('ETag');
    res.removeHeader('Cache-Control');
    sendProblem(res.set('Cache-Control', 'no-store'), refusal, String(req.id));
  };
}
