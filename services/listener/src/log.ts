import { type Logger, pino } from 'pino';
import { escaped } from './escaped.ts';
import { masked } from './masked.ts';

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
 * The log of a process, on standard output or in a file that is its owner's alone: one JSON line each, without secrets, without e-mail
 * addresses wherever a line may hold one, and without characters that steer a terminal. Lines are written a few at a time, at least
 * twice a second and at the end of the process: a write of its own for each line would cost a request more than anything else a
 * service does for it.
 */
export function createLog(level: string, file?: string): Logger {
  return pino(
    {
      level,
      redact: { paths: REDACTED, censor: '[redacted]' },
      serializers: { err: shownError },
      hooks: { streamWrite: (line) => escaped(masked(line)) },
    },
    pino.destination({ dest: file ?? 1, sync: false, minLength: 8192, periodicFlush: 500, mode: 0o600 }),
  );
}
