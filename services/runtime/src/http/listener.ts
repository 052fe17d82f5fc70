import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { Server as NetServer, Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { clientNetworks, createPlaces } from './client-limits.ts';
import { BODY_TIMEOUT_MS, boundBody, endStalledReaders, STALLED_READER_MS } from './slow-clients.ts';
import { fromTrustedProxy } from './trusted-hosts.ts';
import { refuseUnparsed, SAFETY_HEADERS, type UnparsedReason } from './unparsed-requests.ts';

/** How long the headers of a request may take, in ms. */
const HEADERS_TIMEOUT_MS = 20_000;
/** How long the names and values of a request's headers and its address may be together, in bytes. The edges take less. */
const MAX_HEADER_BYTES = 16 * 1024;
/** How long a connection may be idle, in ms. Longer than the 60 s of usual proxies, so that they close first. */
const KEEP_ALIVE_TIMEOUT_MS = 75_000;
/** How many requests a connection may carry. */
const MAX_REQUESTS_PER_SOCKET = 10_000;
/** How many connections are open at once. Each takes some 20 KB; live streams keep theirs. */
const MAX_CONNECTIONS = 5000;
/** How many of them a client has, at most; a browser opens some 6. */
const MAX_CONNECTIONS_OF_CLIENT = 100;
/**
 * How many requests of a connection may be open. Node starts all pipelined ones, even if the responses are not read;
 * browsers and proxies do not pipeline.
 */
const MAX_OPEN_REQUESTS = 100;
/** How often Node checks connections for timeouts, in ms. */
const TIMEOUT_CHECK_INTERVAL_MS = 5000;
/** The port closes after a turn of the event loop without a new connection and no longer than this, in ms. */
const QUIET_TURN_MS = 0.2;
/** How long such a turn is waited for, in ms. */
const QUIET_WITHIN_MS = 2000;
/** When an idle peer is probed, in ms. */
const PROBE_AFTER_MS = 60_000;

/** The bounds of a listener. The defaults suit a service with a proxy and without. */
export interface ListenerBounds {
  readonly headersTimeoutMs: number;
  /** The deadline of a body, unless its handler called `liftBodyDeadline`. */
  readonly bodyTimeoutMs: number;
  /** How long a client may read no byte of a response, in ms. */
  readonly stalledReaderMs: number;
  readonly keepAliveTimeoutMs: number;
  readonly maxRequestsPerSocket: number;
  /** How many requests of a connection may be open; the next gets 503 and closes it. */
  readonly maxOpenRequests: number;
  readonly maxConnections: number;
  /** Of a client: its address, or its /64 of IPv6; a /56 has 4 times as many, a /48 16 times. Fewer when most are taken. */
  readonly maxConnectionsOfClient: number;
  /** The proxies (TRUST_PROXY) whose connections are everybody's: they count for no client. */
  readonly proxies: readonly string[];
}

/** Options of `drain`. */
export interface DrainTimes {
  /** How long idle connections stay open, in ms: a proxy may be sending on one. */
  readonly idleGraceMs: number;
  /** When open requests are cut off, in ms. */
  readonly deadlineMs: number;
}

/** A port is not available; the message names it. */
export class CannotListen extends Error {
  override readonly name = 'CannotListen';
}

/** An HTTP server with bounds and a graceful end. */
export interface Listener {
  readonly server: Server;
  /** Opens a port, 0 for a free one. Returns its number. Throws CannotListen, which names the port's setting. */
  listen(port: number, host: string, setting?: string): Promise<number>;
  /** Ends each connection with its next response. The port stays open: a proxy keeps no connection from now on. */
  beginDrain(): void;
  /**
   * Refuses new connections, ends open requests with `Connection: close`, and resolves when all connections are closed.
   * Returns how many were cut off at the deadline.
   */
  drain(times: DrainTimes): Promise<number>;
}

/** The state of a connection. */
interface ConnectionState {
  /** The answers of its open requests. */
  readonly open: Set<ServerResponse>;
  /** How many bytes had been read at the end of the last response: more of them mean another request. */
  bytesReadWhenIdle: number;
}

/** Whether a refusal could not be taken for the answer to an earlier request, which may have been done. */
function mayRefuse({ open }: ConnectionState): boolean {
  return open.size <= 1 && [...open].every((answer) => !answer.headersSent && !answer.req.complete);
}

/** Returns how many Host headers a request has. */
function hostsIn({ rawHeaders }: IncomingMessage): number {
  return rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length;
}

/** Ends a request and its connection with a sentence. */
function refuse(response: ServerResponse, status: number, words: string): void {
  response.writeHead(status, { ...SAFETY_HEADERS, 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' });
  response.end(words);
}

/** Creates a listener that is not open yet. `unparsed` is called with each request that could not be read. */
export function createListener(
  handler: RequestListener,
  bounds: Partial<ListenerBounds> = {},
  unparsed: (reason: UnparsedReason) => void = () => undefined,
): Listener {
  const connections = new Map<Socket, ConnectionState>();
  const answers = new Set<ServerResponse>();
  let accepted = 0;
  let isDraining = false;
  let closesIdle = false;

  const headersTimeout = bounds.headersTimeoutMs ?? HEADERS_TIMEOUT_MS;
  const server = createServer({
    headersTimeout,
    maxHeaderSize: MAX_HEADER_BYTES,
    // No deadline for uploads; `boundBody` is that of all others.
    requestTimeout: 0,
    keepAliveTimeout: bounds.keepAliveTimeoutMs ?? KEEP_ALIVE_TIMEOUT_MS,
    connectionsCheckingInterval: Math.min(TIMEOUT_CHECK_INTERVAL_MS, headersTimeout),
    keepAlive: true,
    keepAliveInitialDelay: PROBE_AFTER_MS,
  });
  server.maxRequestsPerSocket = bounds.maxRequestsPerSocket ?? MAX_REQUESTS_PER_SOCKET;
  server.maxConnections = bounds.maxConnections ?? MAX_CONNECTIONS;
  const maxOpenRequests = bounds.maxOpenRequests ?? MAX_OPEN_REQUESTS;
  const bodyTimeoutMs = bounds.bodyTimeoutMs ?? BODY_TIMEOUT_MS;

  server.once('close', endStalledReaders(answers, bounds.stalledReaderMs ?? STALLED_READER_MS));

  const places = createPlaces(server.maxConnections);
  const maxOfClient = bounds.maxConnectionsOfClient ?? MAX_CONNECTIONS_OF_CLIENT;
  const isFromProxy = fromTrustedProxy(bounds.proxies ?? []);

  const isIdle = (socket: Socket, connection: ConnectionState) =>
    connection.open.size === 0 && socket.bytesRead === connection.bytesReadWhenIdle;

  /** Takes the place of a connection; undefined when its client has too many. */
  function placeFor(socket: Socket): (() => void) | undefined {
    const networks = isFromProxy({ socket }) ? [] : clientNetworks(socket.remoteAddress ?? '');
    const place = places.take(networks.map(({ key, clients }) => ({ key, max: maxOfClient * clients })));
    return typeof place === 'function' ? place : undefined;
  }

  server.on('connection', (socket) => {
    accepted += 1;
    const leave = placeFor(socket);
    if (leave === undefined) {
      socket.destroy();
      return;
    }
    socket.once('close', leave);
    connections.set(socket, { open: new Set(), bytesReadWhenIdle: 0 });
    socket.once('close', () => connections.delete(socket));
  });

  server.on('clientError', (error, socket) => {
    const connection = socket instanceof Socket ? connections.get(socket) : undefined;
    // Once it is refused, the parser may still report what was sent after.
    if (connection === undefined || !(socket instanceof Socket) || !socket.writable) {
      socket.destroy();
      return;
    }
    const reason = refuseUnparsed(error, socket, mayRefuse(connection));
    if (reason !== undefined) unparsed(reason);
  });

  server.on('request', (request, response) => {
    const connection = connections.get(request.socket);
    // RFC 9112, 3.2: Node takes the first of several.
    if (hostsIn(request) > 1) {
      refuse(response, 400, 'A request has one Host header.');
      return;
    }
    connection?.open.add(response);
    answers.add(response);
    if (isDraining) response.setHeader('Connection', 'close');
    response.once('close', () => {
      answers.delete(response);
      if (!connection) return;
      connection.open.delete(response);
      connection.bytesReadWhenIdle = request.socket.bytesRead;
      if (closesIdle && connection.open.size === 0) request.socket.destroySoon();
    });
    boundBody(request, response, bodyTimeoutMs);
    if (connection && connection.open.size > maxOpenRequests) {
      refuse(response, 503, 'Too many requests are waiting on this connection.');
      return;
    }
    handler(request, response);
  });

  function beginDrain(): void {
    isDraining = true;
    for (const answer of answers) if (!answer.headersSent) answer.setHeader('Connection', 'close');
  }

  async function closeIdle(): Promise<void> {
    closesIdle = true;
    // Reads what has arrived: after a late timer a connection with a request may look idle.
    await oneTurn();
    for (const [socket, connection] of connections) if (isIdle(socket, connection)) socket.destroy();
  }

  /** Resolves when the event loop has read what has arrived, and has accepted one waiting connection. */
  const oneTurn = () => new Promise((resolve) => setImmediate(resolve));

  /**
   * Resolves after a turn that accepted no connection and was too short for one to arrive since, or after `withinMs`. A turn
   * accepts one connection (libuv since 1.45), however many wait.
   */
  async function quietTurn(withinMs: number): Promise<void> {
    const end = performance.now() + withinMs;
    for (let began = performance.now(); ; ) {
      const before = accepted;
      await oneTurn();
      const now = performance.now();
      if ((accepted === before && now - began < QUIET_TURN_MS) || now >= end) return;
      began = now;
    }
  }

  /** Closes the port alone: Node's `close` ends idle connections at once. */
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

    beginDrain,

    drain: async ({ idleGraceMs, deadlineMs }) => {
      beginDrain();
      // The system resets who waits to be accepted when the port closes.
      const began = performance.now();
      await quietTurn(Math.min(QUIET_WITHIN_MS, deadlineMs));
      const leftMs = Math.max(0, deadlineMs - (performance.now() - began));
      const closed = closePort();
      const stop = new AbortController();
      let cutOff = 0;
      const enforceDeadlines = async () => {
        await pause(Math.min(idleGraceMs, leftMs), undefined, { signal: stop.signal });
        await closeIdle();
        await pause(Math.max(0, leftMs - idleGraceMs), undefined, { signal: stop.signal });
        cutOff = connections.size;
        for (const socket of connections.keys()) socket.destroy();
      };
      const enforcing = enforceDeadlines().catch((error: unknown) => {
        if (!stop.signal.aborted) throw error;
      });
      await closed;
      stop.abort();
      await enforcing;
      // The port is closed already; this ends Node's checks.
      server.close();
      return cutOff;
    },
  };
}
