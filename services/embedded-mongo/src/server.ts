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
import { deleteExpired } from './ttl.ts';
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

/** What somebody who has not proved to be the user may send at once: a hello, or a step of the proof. */
const MAX_STRANGERS_BYTES = 16_384;

/** Opens a data directory and listens on 127.0.0.1; port 0 takes a free one. */
export async function startServer(dataDir: string, wantedPort: number, ttlIntervalMs: number) {
  const storage = new Storage(dataDir);
  const [catalog, oplog, cursors] = [new Catalog(storage), new Oplog(storage), new Cursors()];
  const schedule = createScheduler(storage, catalog, oplog);
  const credentials = deriveCredentials(readPassword(dataDir));
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }).listen(wantedPort, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : wantedPort;
  const engine = { catalog, oplog, cursors, address: `127.0.0.1:${port}` };
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    const proof = new Authentication(credentials);
    const framer = new Framer(() => (proof.isDone ? MAX_MESSAGE_BYTES : MAX_STRANGERS_BYTES));
    serve(socket, framer, (message) => jobOf(engine, proof, socket, message), schedule);
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

/** Reads messages from a connection until it ends or sends what is no message. */
function serve(
  socket: Socket,
  framer: Framer,
  jobOfMessage: (message: Message) => Job | undefined,
  schedule: Schedule,
) {
  socket.on('error', () => socket.destroy());
  socket.on('data', (piece) => {
    try {
      for (const message of framer.push(piece)) {
        const job = jobOfMessage(message);
        if (job) schedule(job);
        else socket.destroy();
      }
    } catch {
      socket.destroy();
    }
  });
}

/** What a message asks for; an error of MongoDB when that cannot be read, and nothing when it is no kind of message that is known. */
function jobOf(
  engine: Engine,
  proof: Authentication,
  socket: Socket,
  { requestId, opCode, bytes }: Message,
): Job | undefined {
  if (opCode !== OP_MSG && opCode !== OP_QUERY) return undefined;
  let isSilent = false;
  const reply = (doc: Doc) => {
    if (!isSilent && !socket.destroyed) socket.write(encodeReply(requestId, opCode, doc));
  };
  try {
    const parsed = opCode === OP_MSG ? parseMsg(bytes) : { body: parseQuery(bytes), isSilent };
    isSilent = parsed.isSilent;
    const command = commandOf(engine, proof, parsed.body, opCode === OP_QUERY ? 'admin' : undefined);
    return { ...command, connection: socket, reply };
  } catch (cause) {
    return { isWrite: false, connection: socket, run: () => failure(cause), reply };
  }
}
