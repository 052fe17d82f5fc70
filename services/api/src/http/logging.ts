import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import { type Logger, pino } from 'pino';
import { pinoHttp } from 'pino-http';

/** The places where a secret could slip into a log line. */
const REDACTED = [
  'req.headers.authorization',
  'req.headers.cookie',
  'res.headers["set-cookie"]',
  '*.token',
  '*.idToken',
  '*.link',
];

/** What a line says of an error. The driver hangs whole cluster descriptions on its errors; they drown the message. */
function shownError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const code =
    'code' in error && (typeof error.code === 'string' || typeof error.code === 'number') ? { code: error.code } : {};
  const cause = error.cause instanceof Error ? { cause: error.cause.message } : {};
  return { type: error.name, message: error.message, ...code, ...cause, stack: error.stack };
}

/**
 * The service's log: one JSON line each, without secrets. Lines are written a few at a time, at least twice a second and at the end of
 * the process: a write of its own for each line would cost a request more than anything else the service does for it.
 */
export function createLog(level: string): Logger {
  return pino(
    { level, redact: { paths: REDACTED, censor: '[redacted]' }, serializers: { err: shownError } },
    pino.destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 500 }),
  );
}

function givenId(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && /^[\w-]{8,64}$/.test(header) ? header : undefined;
}

/** The path alone: query strings carry tokens of private links, and addresses of people are masked. */
function loggedPath(url: string | undefined): string {
  const path = (url ?? '').split('?', 1)[0] ?? '';
  return path.replace(/[^/]*(?:@|%40)[^/]*/gi, '[e-mail]');
}

/** Gives every request an id, sends it back as `X-Request-Id`, and logs one line when the answer is out. */
export function requestLog(log: Logger): RequestHandler {
  return pinoHttp({
    logger: log,
    // These lines are made of the three fields below and hold no secret; looking for some in each would cost more than writing it.
    redact: [],
    genReqId: (req: IncomingMessage, res: ServerResponse) => {
      const id = givenId(req.headers['x-request-id']) ?? randomUUID();
      res.setHeader('X-Request-Id', id);
      return id;
    },
    serializers: {
      req: (req: { id: unknown; method: string; url: string }) => ({
        id: req.id,
        method: req.method,
        path: loggedPath(req.url),
      }),
      res: (res: { statusCode: number }) => ({ status: res.statusCode }),
    },
    // The error itself has its own line; this one says only how the request ended.
    customErrorObject: (_req, _res, _error, { err: _err, ...line }) => line,
    customLogLevel: (_req, res, error) => (error !== undefined || res.statusCode >= 500 ? 'error' : 'info'),
  });
}
