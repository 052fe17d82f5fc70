import type { IncomingMessage, ServerResponse } from 'node:http';
import { CannotListen, type DrainTimes, type Listener } from '@cytocomm/runtime';
import { isLocalHost } from '@cytocomm/runtime/database';
import { CannotStart } from './settings.ts';

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

/** How long Ctrl-C waits for open connections, in ms. */
const STOP_TIMES: DrainTimes = { idleGraceMs: 0, deadlineMs: 5000 };

/** Opens a listener's port and resolves to its number. Throws CannotStart that names the setting when the port is not free. */
export async function listen(listener: Listener, port: number, host: string, setting: string): Promise<number> {
  try {
    return await listener.listen(port, host, setting);
  } catch (error) {
    if (error instanceof CannotListen) throw new CannotStart(error.message, { cause: error });
    throw error;
  }
}

/** Takes no more requests and resolves when those under way have ended, or were cut off after 5 s. */
export async function stopListening(listener: Listener): Promise<void> {
  await listener.drain(STOP_TIMES);
}
