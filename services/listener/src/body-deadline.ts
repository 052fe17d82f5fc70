import type { IncomingMessage, ServerResponse } from 'node:http';

/** How long the body of a request may take to arrive. The longest JSON body is some 300 KB: 2 KB a second suffice. */
export const BODY_TIMEOUT_MS = 120_000;

interface Deadline {
  timer: NodeJS.Timeout | undefined;
  isLifted: boolean;
}

const deadlines = new WeakMap<IncomingMessage, Deadline>();

/** Whether a body comes behind the headers of a request. */
export function hasBody(request: IncomingMessage): boolean {
  return request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;
}

/** Sends 408, where an answer can still be sent; the connection ends with it. */
function giveUp(request: IncomingMessage, response: ServerResponse): void {
  if (response.headersSent) {
    request.socket.destroy();
    return;
  }
  response.writeHead(408, { 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' });
  response.end('The request took too long to arrive.');
}

/** Ends a request with 408 whose body has not arrived `timeoutMs` after its headers, unless somebody lifts that. */
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
  // Node reads on and throws away what nobody wanted; that must have an end, too.
  response.once('finish', () => {
    if (deadline.isLifted && !request.complete) endIn(timeoutMs);
  });
}

/**
 * Lets the body of a request take longer than `BODY_TIMEOUT_MS`: for an upload, whose handler has to see to it that bytes
 * keep coming. Once the answer is out, the rest of the body has a deadline again.
 */
export function liftBodyDeadline(request: IncomingMessage): void {
  const deadline = deadlines.get(request);
  if (deadline === undefined) return;
  deadline.isLifted = true;
  clearTimeout(deadline.timer);
}
