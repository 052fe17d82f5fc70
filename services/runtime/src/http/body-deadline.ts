import type { IncomingMessage, ServerResponse } from 'node:http';

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
