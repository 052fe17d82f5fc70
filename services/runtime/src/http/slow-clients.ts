import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How long a request's body may take, in ms: 2 KB a second for the longest JSON of some 300 KB. */
export const BODY_TIMEOUT_MS = 120_000;

interface Deadline {
  timer: NodeJS.Timeout | undefined;
  isLifted: boolean;
}

const deadlines = new WeakMap<IncomingMessage, Deadline>();

/** Whether a request has a body. */
export function hasBody(request: IncomingMessage): boolean {
  return request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;
}

/** Sends 408 if possible, and closes the connection. */
function giveUp(request: IncomingMessage, response: ServerResponse): void {
  if (response.headersSent) {
    request.socket.destroy();
    return;
  }
  response.writeHead(408, { 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' });
  response.end('The request took too long to arrive.');
}

/** Ends a request with 408 whose body takes longer than `timeoutMs`, unless the deadline is lifted. */
export function boundBody(request: IncomingMessage, response: ServerResponse, timeoutMs: number): void {
  if (!hasBody(request)) return;
  const deadline: Deadline = { timer: undefined, isLifted: false };
  const endIn = (ms: number) => {
    clearTimeout(deadline.timer);
    deadline.timer = setTimeout(giveUp, ms, request, response);
    deadline.timer.unref();
  };
  deadlines.set(request, deadline);
  endIn(timeoutMs);
  request.once('end', () => clearTimeout(deadline.timer));
  request.once('close', () => clearTimeout(deadline.timer));
  // Node reads and discards the rest; that needs a deadline, too.
  response.once('finish', () => {
    if (deadline.isLifted && !request.complete) endIn(timeoutMs);
  });
}

/**
 * Lifts the deadline of a request's body, for an upload, whose handler must end stalled ones. After the response the rest of
 * the body has a deadline again.
 */
export function liftBodyDeadline(request: IncomingMessage): void {
  const deadline = deadlines.get(request);
  if (deadline === undefined) return;
  deadline.isLifted = true;
  clearTimeout(deadline.timer);
}

declare module 'node:http' {
  interface IncomingMessage {
    /** Whether its response was cut off because the client did not read it; logged and counted. */
    isStalled?: boolean;
  }
}

/** How long a client may read no byte, in ms. */
export const STALLED_READER_MS = 30_000;
/** How many checks per that time. */
const CHECKS = 12;
/**
 * Progress shows at the end of a write only: longer ones get the time of a slow line besides, at `SLOW_BYTES_PER_MS`.
 */
const SHORT_BYTES = 64 * 1024;
const SLOW_BYTES_PER_MS = 8;

/** The part of a response that shows its client's progress. */
export interface SentAnswer {
  /** None while the response is pipelined behind another. */
  readonly socket: Pick<Socket, 'writableLength' | 'bytesWritten'> | null;
  readonly req: Pick<IncomingMessage, 'isStalled'>;
  destroy(): unknown;
}

/** A client's last progress. */
interface Progress {
  readonly sent: number;
  readonly at: number;
}

/** Whether a response's client has read nothing for too long. */
function isStalled(answer: SentAnswer, progress: WeakMap<SentAnswer, Progress>, afterMs: number): boolean {
  const { socket } = answer;
  const waiting = socket?.writableLength ?? 0;
  if (socket === null || waiting === 0) {
    progress.delete(answer);
    return false;
  }
  const sent = socket.bytesWritten - waiting;
  const before = progress.get(answer);
  const now = performance.now();
  if (before === undefined || before.sent !== sent) {
    progress.set(answer, { sent, at: now });
    return false;
  }
  return now - before.at >= afterMs + Math.max(0, waiting - SHORT_BYTES) / SLOW_BYTES_PER_MS;
}

/**
 * Closes the connections of `answers` whose clients read nothing for `afterMs`, and marks their requests. Returns a function
 * that stops the checks.
 */
export function endStalledReaders(answers: Iterable<SentAnswer>, afterMs: number): () => void {
  const progress = new WeakMap<SentAnswer, Progress>();
  const timer = setInterval(() => {
    for (const answer of answers)
      if (isStalled(answer, progress, afterMs)) {
        answer.req.isStalled = true;
        answer.destroy();
      }
  }, afterMs / CHECKS);
  timer.unref();
  return () => clearInterval(timer);
}
