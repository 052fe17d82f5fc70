import { hostname } from 'node:os';
import { type Logger, pino, stdTimeFunctions } from 'pino';
import type { Build } from '../process/process-metrics.ts';

/** Logs what fails for long, or over and over, in two lines. */
export interface TroubleLog {
  failed(error: unknown, details?: Readonly<Record<string, unknown>>): void;
  works(): void;
}

/** Returns what logs `words` with the first failure, nothing of those after it, and one line when it works again. */
export function createTroubleLog(log: Pick<Logger, 'warn' | 'info'>, words: string): TroubleLog {
  let failures = 0;
  return {
    failed: (error, details) => {
      failures += 1;
      if (failures === 1) log.warn({ ...details, err: error }, words);
    },
    works: () => {
      if (failures > 0) log.info({ failures }, `over: ${words}`);
      failures = 0;
    },
  };
}

/** Replaces an e-mail address. */
export const MASK = '[e-mail]';

/** Characters of an address; the separators are those of JSON, SMTP replies and paths, of which two may be the last before its @. */
const WORD = /(?:[^\s"`<>()[\],;:\\/]|[`/](?=@[^\s"`<>()[\],;:\\/]*\.))+/g;
const ADDRESS = /[^@]@[^@]|%40/i;

/**
 * Returns a text with all e-mail addresses masked: mail servers and the database quote them in errors. Takes linear time.
 */
export function masked(text: string): string {
  if (!text.includes('@') && !text.includes('%40')) return text;
  return text.replace(WORD, (word) => (ADDRESS.test(word) ? MASK : word));
}

/** Control characters that JSON does not escape, and those that reorder or break lines. */
const STEERING = /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

/** Returns JSON with these characters escaped. */
export function escaped(json: string): string {
  return json.replace(STEERING, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

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
