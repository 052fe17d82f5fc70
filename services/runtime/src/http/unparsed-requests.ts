import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';

/** Headers of what a listener answers by itself. Browsers take the first by https alone. */
export const SAFETY_HEADERS = {
  'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cache-Control': 'no-store',
} as const;

/** Why a request was refused before it could be read to its end. */
export type UnparsedReason = 'headers-too-large' | 'incomplete' | 'late' | 'malformed';

const REFUSALS: Readonly<Record<UnparsedReason, { readonly status: number; readonly sentence: string }>> = {
  'headers-too-large': { status: 431, sentence: 'The headers of the request are too large: 16 KB is the most.' },
  incomplete: { status: 400, sentence: 'The request ended before it was complete.' },
  late: { status: 408, sentence: 'The request did not arrive in time.' },
  malformed: { status: 400, sentence: 'The request is not one of HTTP that this server understands.' },
};

/** The reasons, for metrics. */
export const UNPARSED_REASONS = Object.keys(REFUSALS);

/** Returns the reason for an error of Node's parser; undefined for one of the connection. */
function reasonOf(code = ''): UnparsedReason | undefined {
  if (code === 'HPE_HEADER_OVERFLOW') return 'headers-too-large';
  if (code === 'HPE_INVALID_EOF_STATE') return 'incomplete';
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'late';
  return code.startsWith('HPE_') ? 'malformed' : undefined;
}

/**
 * Closes a connection on which Node's parser could not read a request, with a refusal unless `mayAnswer` is false: an answer to
 * an earlier request may be under way. Returns the reason; undefined when the connection broke, or nothing came over it.
 */
export function refuseUnparsed(
  { code }: NodeJS.ErrnoException,
  socket: Socket,
  mayAnswer: boolean,
): UnparsedReason | undefined {
  const reason = socket.bytesRead === 0 ? undefined : reasonOf(code);
  if (reason === undefined || !mayAnswer) {
    socket.destroy();
    return reason;
  }
  const { status, sentence } = REFUSALS[reason];
  const headers = {
    ...SAFETY_HEADERS,
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': sentence.length,
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${sentence}`);
  socket.destroySoon();
  return reason;
}
