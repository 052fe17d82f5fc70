import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { BODY_TIMEOUT_MS, boundBody } from './body-deadline.ts';
import { endStalledReaders, STALLED_READER_MS } from './stalled-readers.ts';

/** How long the line and the headers of a request may take to arrive: a slow line needs a second, an attacker as long as it may. */
const HEADERS_TIMEOUT_MS = 20_000;
/** How long a connection may rest between two requests. Longer than the 60 s of usual proxies, so that it is they who hang up. */
const KEEP_ALIVE_TIMEOUT_MS = 75_000;
/** How many requests a connection may carry before it is made anew: none stays with one process for ever. */
const MAX_REQUESTS_PER_SOCKET = 10_000;
/** How many connections are open at once. Each costs some 20 KB; live streams keep theirs, so it is far above what is usual. */
const MAX_CONNECTIONS = 5000;
/**
 * How many requests of one connection may be under way. Node begins with all that come without waiting for their answers, also when
 * nobody is left to read these; browsers and proxies send one after the other.
 */
const MAX_OPEN_REQUESTS = 100;
/** How often Node looks for connections whose time is up. */
const LOOK_EVERY_MS = 5000;
/** After this long without a byte the peer is asked whether it is still there, so that no vanished one is kept. */
const PROBE_AFTER_MS = 60_000;

/** What one listener bears. Each has a default that suits a service behind a proxy, and one without. */
export interface ListenerBounds {
  readonly headersTimeoutMs: number;
  /** For bodies whose handler has not called `liftBodyDeadline`. */
  readonly bodyTimeoutMs: number;
  /** How long a client may take nothing of an answer that waits for it. */
  readonly stalledReaderMs: number;
  readonly keepAliveTimeoutMs: number;
  readonly maxRequestsPerSocket: number;
  /** Requests of one connection that are not answered yet: the next one is 503, and the last. */
  readonly maxOpenRequests: number;
  readonly maxConnections: number;
}

/** How a listener ends. */
export interface DrainTimes {
  /** How long connections at rest are left open: a proxy may be sending on one in this moment. */
  readonly idleGraceMs: number;
  /** After this long what is still under way is cut off. */
  readonly deadlineMs: number;
}

/** A port cannot be had; the message names it and says why. */
export class CannotListen extends Error {
  override readonly name = 'CannotListen';
}

/** An HTTP server with bounds, which can end without losing a request. */
export interface Listener {
  readonly server: Server;
  /** Opens the port, 0 being a free one, and resolves to its number. Throws CannotListen, which names the setting the port came from. */
  listen(port: number, host: string, setting?: string): Promise<number>;
  /**
   * Takes no new connections, lets what is under way end with `Connection: close`, and resolves when all connections are
   * closed: to the number of those that had to be cut off at the deadline.
   */
  drain(times: DrainTimes): Promise<number>;
}

/** What a listener knows of one connection. */
interface Line {
  /** How many of its requests are not answered yet. */
  open: number;
  /** How many bytes had come when the last answer was out: a connection with more of them has begun another request. */
  readWhenAtRest: number;
}

/** A listener that is not open yet. */
export function createListener(handler: RequestListener, bounds: Partial<ListenerBounds> = {}): Listener {
  const lines = new Map<Socket, Line>();
  const answers = new Set<ServerResponse>();
  let isDraining = false;
  let closesResting = false;

  const headersTimeout = bounds.headersTimeoutMs ?? HEADERS_TIMEOUT_MS;
  const server = createServer({
    headersTimeout,
    // Uploads take as long as they need; `boundBody` is the deadline of all others.
    requestTimeout: 0,
    keepAliveTimeout: bounds.keepAliveTimeoutMs ?? KEEP_ALIVE_TIMEOUT_MS,
    connectionsCheckingInterval: Math.min(LOOK_EVERY_MS, headersTimeout),
    keepAlive: true,
    keepAliveInitialDelay: PROBE_AFTER_MS,
  });
  server.maxRequestsPerSocket = bounds.maxRequestsPerSocket ?? MAX_REQUESTS_PER_SOCKET;
  server.maxConnections = bounds.maxConnections ?? MAX_CONNECTIONS;
  const maxOpenRequests = bounds.maxOpenRequests ?? MAX_OPEN_REQUESTS;
  const bodyTimeoutMs = bounds.bodyTimeoutMs ?? BODY_TIMEOUT_MS;

  server.once('close', endStalledReaders(answers, bounds.stalledReaderMs ?? STALLED_READER_MS));

  const isResting = (socket: Socket, line: Line) => line.open === 0 && socket.bytesRead === line.readWhenAtRest;

  server.on('connection', (socket) => {
    lines.set(socket, { open: 0, readWhenAtRest: 0 });
    socket.once('close', () => lines.delete(socket));
  });

  server.on('request', (request, response) => {
    const line = lines.get(request.socket);
    if (line) line.open += 1;
    answers.add(response);
    if (isDraining) response.setHeader('Connection', 'close');
    response.once('close', () => {
      answers.delete(response);
      if (!line) return;
      line.open -= 1;
      line.readWhenAtRest = request.socket.bytesRead;
      if (closesResting && line.open === 0) request.socket.destroySoon();
    });
    boundBody(request, response, bodyTimeoutMs);
    if (line && line.open > maxOpenRequests) {
      response.writeHead(503, { 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' });
      response.end('Too many requests are waiting on this connection.');
      return;
    }
    handler(request, response);
  });

  function closeResting(): void {
    closesResting = true;
    for (const [socket, line] of lines) if (isResting(socket, line)) socket.destroy();
  }

  /** Closes the port alone: Node's own `close` of an HTTP server hangs up on every connection at rest in the same moment. */
  function closePort(): Promise<void> {
    return new Promise((resolve) => {
      NetServer.prototype.close.call(server, () => resolve());
    });
  }

  return {
    server,
    listen: (port, host, setting) =>
      new Promise((resolve, reject) => {
        const refuse = (error: NodeJS.ErrnoException) => {
          const reason =
            error.code === 'EADDRINUSE' ? 'is in use' : `cannot be opened (${error.code ?? error.message})`;
          const named = setting === undefined ? '' : ` (${setting})`;
          reject(new CannotListen(`Port ${port} on ${host}${named} ${reason}.`, { cause: error }));
        };
        server.once('error', refuse);
        server.listen(port, host, () => {
          server.off('error', refuse);
          const address = server.address();
          if (address === null || typeof address === 'string') reject(new CannotListen('The listener has no port.'));
          else resolve(address.port);
        });
      }),

    drain: async ({ idleGraceMs, deadlineMs }) => {
      isDraining = true;
      for (const answer of answers) if (!answer.headersSent) answer.setHeader('Connection', 'close');
      // Whoever has connected by now is taken in before the port closes: the system would reset those who wait.
      await new Promise((resolve) => setImmediate(resolve));
      const closed = closePort();
      const stop = new AbortController();
      let cutOff = 0;
      const impatience = async () => {
        await pause(Math.min(idleGraceMs, deadlineMs), undefined, { signal: stop.signal });
        closeResting();
        await pause(Math.max(0, deadlineMs - idleGraceMs), undefined, { signal: stop.signal });
        cutOff = lines.size;
        for (const socket of lines.keys()) socket.destroy();
      };
      const patience = impatience().catch((error: unknown) => {
        if (!stop.signal.aborted) throw error;
      });
      await closed;
      stop.abort();
      await patience;
      // The port is closed already; this ends Node's look after connections.
      server.close();
      return cutOff;
    },
  };
}
