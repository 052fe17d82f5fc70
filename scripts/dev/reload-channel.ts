import type { IncomingMessage, ServerResponse } from 'node:http';
import { LOCK_ELEMENT_ID } from '@cytocomm/composition';

/** The script that development adds to every page. No route of a remote can have such an address. */
export const RELOAD_SCRIPT = '/@dev/reload.js';
const LOCK_STREAM = '/@dev/lock';

/**
 * Reloads the page as soon as another lock than its own is active. Only the tab in view listens: a browser has six
 * connections for one origin, and each open stream takes one.
 */
const script = `
const lock = JSON.parse(document.getElementById('${LOCK_ELEMENT_ID}').textContent).id;
let stream;
function listen() {
  stream?.close();
  if (document.visibilityState !== 'visible') return;
  stream = new EventSource('${LOCK_STREAM}');
  stream.onmessage = ({ data }) => {
    if (data !== lock) location.reload();
  };
}
document.addEventListener('visibilitychange', listen);
listen();
`;

/** Sends open pages the active lock. */
export interface ReloadChannel {
  /** Handles a request that is for the channel; false when it is for somebody else. */
  handle(request: IncomingMessage, response: ServerResponse): boolean;
  /** This lock is the active one from now on. */
  announce(lockId: string): void;
  /** Ends the open streams. */
  close(): void;
}

/** A channel that tells nothing until a first lock is announced. */
export function createReloadChannel(): ReloadChannel {
  const listeners = new Set<ServerResponse>();
  let newest: string | undefined;
  return {
    handle(request, response) {
      if (request.url === RELOAD_SCRIPT) {
        response.writeHead(200, { 'Content-Type': 'text/javascript; charset=utf-8', 'Cache-Control': 'no-store' });
        response.end(script);
        return true;
      }
      if (request.url !== LOCK_STREAM) return false;
      response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
      response.write(newest === undefined ? ':\n\n' : `data: ${newest}\n\n`);
      listeners.add(response);
      response.on('close', () => listeners.delete(response));
      return true;
    },
    announce(lockId) {
      if (lockId === newest) return;
      newest = lockId;
      for (const listener of listeners) listener.write(`data: ${lockId}\n\n`);
    },
    close() {
      for (const listener of listeners) listener.end();
    },
  };
}
