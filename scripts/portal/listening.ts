import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CannotStart } from './settings.ts';

/** How long running requests may take to end when a server closes, in ms. */
const STOP_GRACE_MS = 5000;

/** Opens a server's port and answers which it is. Throws CannotStart that names the setting when it cannot be had. */
export function listen(server: Server, port: number, host: string, variable: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reason = error.code === 'EADDRINUSE' ? 'is in use' : `cannot be opened (${error.code ?? error.message})`;
      reject(new CannotStart(`Port ${port} on ${host} (${variable}) ${reason}.`, { cause: error }));
    });
    server.listen(port, host, () => {
      const { port: taken } = server.address() as AddressInfo;
      resolve(taken);
    });
  });
}

/** Takes no more requests and resolves when the running ones have ended, or were cut off after the grace. */
export function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const impatient = setTimeout(() => server.closeAllConnections(), STOP_GRACE_MS);
    server.close(() => {
      clearTimeout(impatient);
      resolve();
    });
    server.closeIdleConnections();
  });
}
