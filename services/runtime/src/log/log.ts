import { hostname } from 'node:os';
import { type Logger, pino, stdTimeFunctions } from 'pino';
import type { Build } from '../process/process-metrics.ts';
import { escaped } from './escaped.ts';
import { masked } from './masked.ts';

/** The fields that are redacted. */
const REDACTED = [
  'req.headers.authorization',
  'req.headers.cookie',
  'res.headers["set-cookie"]',
  '*.token',
  '*.idToken',
  '*.link',
];

/** Returns the loggable part of an error, without the driver's cluster descriptions. */
function shownError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const code =
    'code' in error && (typeof error.code === 'string' || typeof error.code === 'number') ? { code: error.code } : {};
  const cause = error.cause instanceof Error ? { cause: error.cause.message } : {};
  return { type: error.name, message: error.message, ...code, ...cause, stack: error.stack };
}

/**
 * Creates the log of a process, on standard output or in a file for its owner alone. Lines are JSON that names what runs, with
 * ISO times and levels as words, without secrets, e-mail addresses or terminal control characters. They are written in batches, twice a second and at the end of the process: a
 * write per line would be the most expensive part of a request.
 */
export function createLog(level: string, build?: Build, file?: string): Logger {
  return pino(
    {
      level,
      base: { ...build, pid: process.pid, hostname: hostname() },
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: REDACTED, censor: '[redacted]' },
      serializers: { err: shownError },
      hooks: { streamWrite: (line) => escaped(masked(line)) },
    },
    pino.destination({ dest: file ?? 1, sync: false, minLength: 8192, periodicFlush: 500, mode: 0o600 }),
  );
}
