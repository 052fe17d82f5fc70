import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import { SAFETY_HEADERS } from './safety-headers.ts';

/** Why a request was refused before it could be read to its end. */
export type UnparsedReason = 'headers-too-large' | 'incomplete' | 'late' | 'malformed';

/** How long a refused client may go on sending, in ms: a close before it has read would take the answer from it. */
const LINGER_MS = 1000;
/** The most log lines: one in this time, in ms. */
const LINE_EVERY_MS = 60_000;

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

/** Of an address so long, in bytes, the headers are not too large by their cookies: anybody can link to one. */
const LONG_ADDRESS_BYTES = 8 * 1024;
const COOKIES_REMOVED =
  ' If this site had left too many cookies in your browser, they are removed now: load the page again, and sign in again.';

/**
 * Whether cookies may have made the headers too large, by the last piece of them that arrived: it begins with a short address,
 * or is out of a list of cookies, which no other header's words look like. They would shut their browser out of every page until they expire.
 */
function isByCookies(piece: unknown): boolean {
  if (!Buffer.isBuffer(piece)) return false;
  const [address = '', ...lines] = piece.toString('latin1', 0, LONG_ADDRESS_BYTES).split('\r\n');
  return /^[A-Z]+ \S+ HTTP\/1\.[01]$/.test(address) ? lines.length > 0 : /; [^\s=;,()]+=/.test(address);
}

function answerOf(reason: UnparsedReason, clearsCookies: boolean): string {
  const { status, sentence: plain } = REFUSALS[reason];
  const sentence = clearsCookies ? plain + COOKIES_REMOVED : plain;
  const headers = {
    ...(clearsCookies ? { 'Clear-Site-Data': '"cookies"' } : {}),
    Date: new Date().toUTCString(),
    ...SAFETY_HEADERS,
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': Buffer.byteLength(sentence),
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${sentence}`;
}

/** What of a connection's earlier requests is under way. */
export type UnderWay = 'nothing' | 'unanswered' | 'answering';

/**
 * Refuses what Node's parser could not read, and closes the connection. Returns the reason; undefined when the connection broke,
 * or when nothing ever came.
 */
export function refuseUnparsed(
  error: NodeJS.ErrnoException,
  socket: Socket,
  underWay: UnderWay,
): UnparsedReason | undefined {
  const reason = socket.bytesRead === 0 ? undefined : reasonOf(error.code);
  if (reason === undefined || underWay === 'answering' || !socket.writable) {
    socket.destroy();
    return reason;
  }
  const piece: unknown = Reflect.get(error, 'rawPacket');
  socket.end(answerOf(reason, reason === 'headers-too-large' && isByCookies(piece)));
  if (underWay === 'unanswered') socket.destroySoon();
  else {
    const lingering = setTimeout(() => socket.destroy(), LINGER_MS);
    socket.once('close', () => clearTimeout(lingering));
  }
  return reason;
}

/** Returns a function that counts a refused request and logs at most a line a minute, with the number since the last. */
export function noteUnparsed(
  count: (reason: UnparsedReason) => void,
  log: Pick<Logger, 'info'>,
  everyMs = LINE_EVERY_MS,
): (reason: UnparsedReason) => void {
  let unlogged = 0;
  let loggedAt = Number.NEGATIVE_INFINITY;
  return (reason) => {
    count(reason);
    unlogged += 1;
    const now = performance.now();
    if (now - loggedAt < everyMs) return;
    log.info({ reason, requests: unlogged }, 'requests could not be read; at most one line a minute says so');
    loggedAt = now;
    unlogged = 0;
  };
}
