import type { IncomingMessage, ServerResponse } from 'node:http';
import { isLocalHost } from '@cytocomm/runtime/database';

/** The name in a Host header; undefined for what is none. */
function nameIn(host: string | undefined): string | undefined {
  const address = `http://${host ?? ''}/`;
  return URL.canParse(address) && new URL(address).host === host?.toLowerCase().replace(/:80$/, '')
    ? new URL(address).hostname
    : undefined;
}

/**
 * Sends 421 for a request that names another host than this machine or `publicUrl`'s, and returns whether it has: a page
 * of another site reaches a portal on this machine under a name of its own (DNS rebinding), as if it were its own site.
 */
export function refusesHost(publicUrl: string): (request: IncomingMessage, response: ServerResponse) => boolean {
  const own = new URL(publicUrl).hostname;
  return ({ headers }, response) => {
    const name = nameIn(headers.host);
    if (name !== undefined && (name === own || isLocalHost(name))) return false;
    response.writeHead(421, { 'Content-Type': 'text/plain; charset=utf-8' });
    response.end(`This development portal answers as localhost and as ${own} only (PUBLIC_URL).\n`);
    return true;
  };
}
