import { createServer, type Server, type Socket } from 'node:net';
import { docOf } from './build.ts';
import { Catalog } from './catalog.ts';
import { requestOf } from './commands.ts';
import { Cursors } from './cursors.ts';
import type { Doc } from './document.ts';
import { MongoError } from './errors.ts';
import { Oplog } from './oplog.ts';
import type { Command, Engine, Request } from './request.ts';
import { Retries } from './retries.ts';
import { failure, Scheduler } from './scheduler.ts';
import { Storage } from './storage.ts';
import { deleteExpired } from './ttl.ts';
import { encodeReply, Framer, type Message, OP_MSG, OP_QUERY, parseMsg, parseQuery } from './wire.ts';

/** A running server. */
export interface RunningServer {
  readonly port: number;
  close(): Promise<void>;
}

/** What a server is started with. */
export interface ServerOptions {
  readonly dataDir: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** How often expired documents are deleted. */
  readonly ttlIntervalMs: number;
}

/** Opens the data directory and listens on 127.0.0.1. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const storage = new Storage(options.dataDir);
  const catalog = new Catalog(storage);
  const oplog = new Oplog(storage);
  const cursors = new Cursors();
  const retries = new Retries(storage);
  const scheduler = new Scheduler(storage, catalog, oplog);
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true });
  const port = await listen(server, options.port);
  const engine: Engine = { catalog, oplog, cursors, address: `127.0.0.1:${port}` };
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    serve(socket, (message) => schedule(engine, retries, scheduler, socket, message));
  });
  const housekeeping = setInterval(() => {
    cursors.closeIdle(Date.now());
    scheduler.add(expiry(engine, retries, scheduler));
  }, options.ttlIntervalMs);
  return {
    port,
    async close() {
      clearInterval(housekeeping);
      const closed = new Promise((resolve) => server.close(resolve));
      scheduler.stop();
      for (const socket of sockets) socket.destroy();
      await closed;
      storage.close();
    },
  };
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      if (address !== null && typeof address === 'object') resolve(address.port);
    });
  });
}

function expiry(engine: Engine, retries: Retries, scheduler: Scheduler) {
  return {
    isWrite: true,
    connection: engine,
    run() {
      retries.forgetOld(Date.now());
      return docOf({ isMore: deleteExpired(engine, Date.now()) });
    },
    reply(doc: Doc) {
      const isMore = doc.get('isMore');
      if (isMore?.type === 'bool' && isMore.value) scheduler.add(expiry(engine, retries, scheduler));
    },
  };
}

/** Reads messages from a connection until it ends or sends what is no message. */
function serve(socket: Socket, receive: (message: Message) => void): void {
  const framer = new Framer();
  socket.on('error', () => socket.destroy());
  socket.on('data', (piece) => {
    try {
      for (const message of framer.push(piece)) receive(message);
    } catch {
      socket.destroy();
    }
  });
}

function schedule(engine: Engine, retries: Retries, scheduler: Scheduler, socket: Socket, message: Message): void {
  const { requestId, opCode, bytes } = message;
  if (opCode !== OP_MSG && opCode !== OP_QUERY) {
    socket.destroy();
    return;
  }
  let isSilent = false;
  const reply = (doc: Doc) => {
    if (!isSilent && !socket.destroyed) socket.write(encodeReply(requestId, opCode, doc));
  };
  try {
    const parsed = opCode === OP_MSG ? parseMsg(bytes) : { body: parseQuery(bytes), isSilent: false };
    isSilent = parsed.isSilent;
    const { request, command } = requestOf(parsed.body, opCode === OP_QUERY ? 'admin' : undefined);
    scheduler.add({
      isWrite: command.kind === 'write',
      connection: socket,
      run: () => run(engine, retries, request, command),
      reply,
    });
  } catch (cause) {
    scheduler.add({ isWrite: false, connection: socket, run: () => failure(cause), reply });
    if (!(cause instanceof MongoError)) throw cause;
  }
}

function run(engine: Engine, retries: Retries, request: Request, command: Command): Doc | Promise<Doc> {
  return command.kind === 'read'
    ? command.run(engine, request)
    : retries.once(request, () => command.run(engine, request));
}
