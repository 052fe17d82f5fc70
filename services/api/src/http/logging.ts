import { randomUUID } from 'node:crypto';
import type { Express, RequestHandler } from 'express';
import { type Logger, pino } from 'pino';
import { MASK, masked } from '../personal-data/masked.ts';

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
 * The service's log: one JSON line each, without secrets, and without e-mail addresses wherever a line may hold one. Lines are written a few at a time, at least twice a second and at the end of
 * the process: a write of its own for each line would cost a request more than anything else the service does for it.
 */
export function createLog(level: string): Logger {
  return pino(
    {
      level,
      redact: { paths: REDACTED, censor: '[redacted]' },
      serializers: { err: shownError },
      hooks: { streamWrite: masked },
    },
    pino.destination({ dest: 1, sync: false, minLength: 8192, periodicFlush: 500 }),
  );
}

function givenId(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && /^[\w-]{8,64}$/.test(header) ? header : undefined;
}

/** The path alone: query strings carry tokens of private links, and addresses of people are masked. */
function loggedPath(url: string | undefined): string {
  const path = (url ?? '').split('?', 1)[0] ?? '';
  return path.replace(/[^/]*(?:@|%40)[^/]*/gi, MASK);
}

declare module 'express-serve-static-core' {
  interface Request {
    /** Sent back as `X-Request-Id`, and in every line about this request. */
    id: string;
    /** Writes lines that carry the request's id. */
    readonly log: Logger;
  }
}

/** Gives an app's requests their log. It is made when somebody writes to it: most requests have the one line at their end. */
export function giveRequestsLog(app: Express, log: Logger): void {
  Object.defineProperty(app.request, 'log', {
    get(this: { readonly id: string }) {
      return log.child({ req: { id: this.id } });
    },
  });
}

/** Gives every request an id, sends it back as `X-Request-Id`, and logs one line when the answer is out, or will not be. */
export function requestLog(log: Logger): RequestHandler {
  // These lines are made of the fields below and hold no secret; looking for some in each would cost more than writing it.
  const lines = log.child({}, { redact: [] });
  return (req, res, next) => {
    const begun = performance.now();
    const id = givenId(req.headers['x-request-id']) ?? randomUUID();
    req.id = id;
    res.setHeader('X-Request-Id', id);
    res.once('close', () => {
      const line = {
        req: { id, method: req.method, path: loggedPath(req.originalUrl) },
        res: { status: res.statusCode },
        responseTime: Math.round(performance.now() - begun),
      };
      lines[res.statusCode >= 500 ? 'error' : 'info'](
        line,
        res.writableFinished ? 'request completed' : 'request aborted',
      );
    });
    next();
  };
}
