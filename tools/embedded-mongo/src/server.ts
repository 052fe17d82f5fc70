import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { Authentication, type Credentials, deriveCredentials, readPassword } from './authentication.ts';
import type { Doc } from './bson.ts';
import { Catalog } from './catalog.ts';
import { commandOf, type Server } from './commands.ts';
import { Cursors } from './cursors.ts';
import { Oplog, timestampOf } from './oplog.ts';
import { createScheduler, failure, type Job, type Schedule } from './scheduler.ts';
import { Sessions } from './sessions.ts';
import { createSnapshots } from './snapshots.ts';
import { Storage } from './storage.ts';
import { encodeReply, Framer, MAX_MESSAGE_BYTES, type Message, parseMessage } from './wire.ts';
import { deleteExpired } from './write-commands.ts';

/** The longest message before authentication. */
const MAX_UNAUTHENTICATED_MESSAGE_BYTES = 16_384;

/** Opens a data directory and listens on 127.0.0.1. Port 0 picks a free port. */
export async function startServer(dataDir: string, requestedPort: number, ttlIntervalMs: number) {
  const storage = new Storage(dataDir);
  const state = { catalog: new Catalog(storage), oplog: new Oplog(storage), sessions: new Sessions(storage) };
  const credentials = deriveCredentials(readPassword(dataDir));
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }).listen(requestedPort, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : requestedPort;
  const parts = { ...state, cursors: new Cursors(), disk: () => storage.disk(), address: `127.0.0.1:${port}` };
  const engine = { ...parts, snapshots: createSnapshots(storage, parts) };
  const schedule = createScheduler(storage, engine);
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    serve(engine, socket, credentials, schedule);
  });
  const housekeeping = setInterval(() => {
    engine.cursors.closeIdle(Date.now());
    engine.snapshots.closeIdle(Date.now());
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
function serve(engine: Server, socket: Socket, credentials: Credentials, schedule: Schedule): void {
  const authentication = new Authentication(credentials);
  const framer = new Framer(() => (authentication.isDone ? MAX_MESSAGE_BYTES : MAX_UNAUTHENTICATED_MESSAGE_BYTES));
  socket.on('error', () => socket.destroy());
  socket.on('close', () => engine.sessions.emit('end', socket));
  socket.on('data', (chunk) => {
    try {
      for (const message of framer.push(chunk)) schedule(jobOf(engine, authentication, socket, message));
    } catch {
      socket.destroy();
    }
  });
}

/** Returns the job of a message, one that replies with an error if it cannot be parsed. */
function jobOf(engine: Server, authentication: Authentication, socket: Socket, message: Message): Job {
  let [isSilent, hasSession] = [false, false];
  const reply = (doc: Doc) => {
    const timed = hasSession ? doc.with('operationTime', timestampOf(engine.oplog.newest)) : doc;
    if (isSilent || socket.destroyed || socket.write(encodeReply(message.requestId, message.opCode, timed))) return;
    // Its answers pile up. Before authentication they are short: a client that reads them never gets here.
    if (!authentication.isDone) socket.destroy();
    else if (!socket.isPaused()) socket.pause().once('drain', () => socket.resume());
  };
  try {
    const parsed = parseMessage(message);
    [isSilent, hasSession] = [parsed.isSilent, parsed.body.get('lsid') !== undefined];
    return { ...commandOf(engine, authentication, parsed.body), connection: socket, reply };
  } catch (cause) {
    return { isWrite: false, connection: socket, run: () => failure(cause), reply };
  }
}
