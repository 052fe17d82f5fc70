import type { IncomingMessage, ServerResponse } from 'node:http';
import { isIP } from 'node:net';

/** The name in a Host header, without its port and in lower case; undefined when there is none. */
function nameOf(host: string | undefined): string | undefined {
  const [, bracketed, plain] = /^(?:\[([0-9a-f:.]+)\]|([^:[\]@/\\\s]+))(?::\d{1,5})?$/i.exec(host ?? '') ?? [];
  return (bracketed ?? plain)?.toLowerCase();
}

/**
 * Refuses a request with 421 whose Host header has a name that is not this machine's: a page of another site that makes its
 * own name lead here (DNS rebinding) would read what is answered. Addresses in figures pass: no name leads anywhere else by
 * them. `names` are further names that a listener is reached by.
 */
export function refuseForeignHosts(
  names: readonly string[],
): (request: IncomingMessage, response: ServerResponse, next: () => void) => void {
  const own = new Set(['localhost', ...names.map((name) => name.toLowerCase())]);
  return (request, response, next) => {
    const name = nameOf(request.headers.host);
    if (name !== undefined && (own.has(name) || isIP(name) !== 0)) {
      next();
      return;
    }
    response.writeHead(421, { 'Content-Type': 'text/plain; charset=utf-8' });
    response.end('This listener answers on its own names only.');
  };
}
