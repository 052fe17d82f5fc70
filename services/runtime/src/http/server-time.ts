import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * Measures what the server takes for a request, and not its client: up to the first byte of the answer, or the end of one that
 * never began, without the time in which it waits for a body. Returns a function that returns it in seconds.
 */
export function measureServerTime(request: IncomingMessage, response: ServerResponse): () => number {
  let taken = 0;
  /** Since when it is the server's turn; undefined while it waits for its client. */
  let since: number | undefined = performance.now();
  let isAnswered = false;
  const begin = () => {
    if (!isAnswered) since ??= performance.now();
  };
  const stop = () => {
    if (since !== undefined) taken += performance.now() - since;
    since = undefined;
  };
  // Emitted when the body is asked for, not when it comes; and `pause` when it comes faster than it is stored.
  request.on('resume', stop).on('pause', begin).once('end', begin);
  // No event comes before the first byte; Node, too, calls this for an answer whose handler does not.
  const { writeHead } = response;
  Object.defineProperty(response, 'writeHead', {
    configurable: true,
    writable: true,
    value: function writeHeadInTime(...head: readonly unknown[]): unknown {
      stop();
      isAnswered = true;
      return Reflect.apply(writeHead, response, head);
    },
  });
  return () => {
    stop();
    return taken / 1000;
  };
}
