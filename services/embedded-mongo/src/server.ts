import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { type Doc, docOf } from './bson.ts';
import { Catalog } from './catalog.ts';
import { commandOf } from './commands.ts';
import { Cursors } from './cursors.ts';
import { Oplog } from './oplog.ts';
import type { Engine } from './request.ts';
import { Retries } from './retries.ts';
import { failure, type Job, Scheduler } from './scheduler.ts';
import { Storage } from './storage.ts';
import { deleteExpired } from './ttl.ts';
import { encodeReply, Framer, type Message, OP_MSG, OP_QUERY, parseMsg, parseQuery } from './wire.ts';

/** A running server. */
export interface RunningServer {
  readonly port: number;
  close(): Promise<void>;
}

/** Opens a data directory and listens on 127.0.0.1; port 0 takes a free one. */
export async function startServer(dataDir: string, wantedPort: number, ttlIntervalMs: number): Promise<RunningServer> {
  const storage = new Storage(dataDir);
  const [catalog, oplog, cursors] = [new Catalog(storage), new Oplog(storage), new Cursors()];
  const scheduler = new Scheduler(storage, catalog, oplog);
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }).listen(wantedPort, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : wantedPort;
  const engine = { catalog, oplog, cursors, retries: new Retries(storage), address: `127.0.0.1:${port}` };
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    serve(socket, (message) => jobOf(engine, socket, message), scheduler);
  });
  const housekeeping = setInterval(() => {
    cursors.closeIdle(Date.now());
    scheduler.add(expiry(engine, scheduler));
  }, ttlIntervalMs);
  const close = async () => {
    clearInterval(housekeeping);
    for (const socket of sockets) socket.destroy();
    await once(server.close(), 'close');
    storage.close();
  };
  return { port, close };
}

function expiry(engine: Engine, scheduler: Scheduler): Job {
  const run = () => {
    engine.retries.forgetOld(Date.now());
    return docOf({ isMore: deleteExpired(engine, Date.now()) });
  };
  const reply = (doc: Doc) => {
    const isMore = doc.get('isMore');
    if (isMore?.type === 'bool' && isMore.value) scheduler.add(expiry(engine, scheduler));
  };
  return { isWrite: true, connection: engine, run, reply };
}

/** Reads messages from a connection until it ends or sends what is no message. */
function serve(socket: Socket, jobOfMessage: (message: Message) => Job | undefined, scheduler: Scheduler): void {
  const framer = new Framer();
  socket.on('error', () => socket.destroy());
  socket.on('data', (piece) => {
    try {
      for (const message of framer.push(piece)) {
        const job = jobOfMessage(message);
        if (job) scheduler.add(job);
        else socket.destroy();
      }
    } catch {
      socket.destroy();
    }
  });
}

/** What a message asks for; an error of MongoDB when that cannot be read, and nothing when it is no kind of message that is known. */
function jobOf(engine: Engine, socket: Socket, { requestId, opCode, bytes }: Message): Job | undefined {
  if (opCode !== OP_MSG && opCode !== OP_QUERY) return undefined;
  let isSilent = false;
  const reply = (doc: Doc) => {
    if (!isSilent && !socket.destroyed) socket.write(encodeReply(requestId, opCode, doc));
  };
  try {
    const parsed = opCode === OP_MSG ? parseMsg(bytes) : { body: parseQuery(bytes), isSilent };
    isSilent = parsed.isSilent;
    return { ...commandOf(engine, parsed.body, opCode === OP_QUERY ? 'admin' : undefined), connection: socket, reply };
  } catch (cause) {
    return { isWrite: false, connection: socket, run: () => failure(cause), reply };
  }
}
