import type { IncomingMessage, ServerResponse } from 'node:http';
import { isIP } from 'node:net';

/** Returns the name in a Host header in lower case, without the port; undefined for none. */
function nameOf(host: string | undefined): string | undefined {
  const [, bracketed, plain] = /^(?:\[([0-9a-f:.]+)\]|([^:[\]@/\\\s]+))(?::\d{1,5})?$/i.exec(host ?? '') ?? [];
  return (bracketed ?? plain)?.toLowerCase();
}

/**
 * Returns a middleware that refuses foreign host names with 421 (DNS rebinding). IP addresses and this machine's names pass;
 * `names` are further ones.
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
