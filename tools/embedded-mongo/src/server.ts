import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { Authentication, deriveCredentials, readPassword } from './authentication.ts';
import type { Doc } from './bson.ts';
import { Catalog } from './catalog.ts';
import { commandOf } from './commands.ts';
import { Cursors } from './cursors.ts';
import { Oplog } from './oplog.ts';
import type { Engine } from './request.ts';
import { createScheduler, failure, type Job, type Schedule } from './scheduler.ts';
import { Storage } from './storage.ts';
import {
  encodeReply,
  Framer,
  MAX_MESSAGE_BYTES,
  type Message,
  OP_MSG,
  OP_QUERY,
  parseMsg,
  parseQuery,
} from './wire.ts';
import { deleteExpired } from './write-commands.ts';

/** The longest message before authentication. */
const MAX_UNAUTHENTICATED_MESSAGE_BYTES = 16_384;

/** Opens a data directory and listens on 127.0.0.1. Port 0 picks a free port. */
export async function startServer(dataDir: string, requestedPort: number, ttlIntervalMs: number) {
  const storage = new Storage(dataDir);
  const [catalog, oplog, cursors] = [new Catalog(storage), new Oplog(storage), new Cursors()];
  const schedule = createScheduler(storage, catalog, oplog);
  const credentials = deriveCredentials(readPassword(dataDir));
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }).listen(requestedPort, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : requestedPort;
  const engine = { catalog, oplog, cursors, disk: () => storage.disk(), address: `127.0.0.1:${port}` };
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    const authentication = new Authentication(credentials);
    const framer = new Framer(() => (authentication.isDone ? MAX_MESSAGE_BYTES : MAX_UNAUTHENTICATED_MESSAGE_BYTES));
    serve(socket, framer, (message) => jobOf(engine, authentication, socket, message), schedule);
  });
  const housekeeping = setInterval(() => {
    cursors.closeIdle(Date.now());
    const run = () => deleteExpired(engine, Date.now());
    schedule({ isWrite: true, connection: engine, run, reply: () => undefined });
  }, ttlIntervalMs);
  const close = async () => {
    clearInterval(housekeeping);
    for (const socket of sockets) socket.destroy();
    await once(server.close(), 'close');
    storage.close();
  };
  return { port, close };
}

/** Handles the messages of a connection. Closes it on an invalid message. */
function serve(
  socket: Socket,
  framer: Framer,
  jobOfMessage: (message: Message) => Job | undefined,
  schedule: Schedule,
) {
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk) => {
    try {
      for (const message of framer.push(chunk)) {
        const job = jobOfMessage(message);
        if (job) schedule(job);
        else socket.destroy();
      }
    } catch {
      socket.destroy();
    }
  });
}

/** Returns the job of a message, one that replies with an error if it cannot be parsed. `undefined` for an unknown opcode. */
function jobOf(
  engine: Engine,
  authentication: Authentication,
  socket: Socket,
  { requestId, opCode, bytes }: Message,
): Job | undefined {
  if (opCode !== OP_MSG && opCode !== OP_QUERY) return undefined;
  let isSilent = false;
  const reply = (doc: Doc) => {
    if (isSilent || socket.destroyed || socket.write(encodeReply(requestId, opCode, doc))) return;
    // Its answers pile up. Before authentication they are short: a client that reads them never gets here.
    if (!authentication.isDone) socket.destroy();
    else if (!socket.isPaused()) socket.pause().once('drain', () => socket.resume());
  };
  try {
    const parsed = opCode === OP_MSG ? parseMsg(bytes) : { body: parseQuery(bytes), isSilent };
    isSilent = parsed.isSilent;
    const command = commandOf(engine, authentication, parsed.body, opCode === OP_QUERY ? 'admin' : undefined);
    return { ...command, connection: socket, reply };
  } catch (cause) {
    return { isWrite: false, connection: socket, run: () => failure(cause), reply };
  }
}
