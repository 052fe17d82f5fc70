import { createHash, createHmac, pbkdf2Sync } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Binary, BSON, type Document } from 'bson';

// The client side of SCRAM-SHA-256 (RFC 5802 and 7677), independent of the driver and of the server's code.

/** Opens a raw, unauthenticated connection to a server. */
export async function openSocket(uri: string): Promise<Socket> {
  const { hostname, port } = new URL(uri);
  const socket = connect(Number(port), hostname).setMaxListeners(0);
  await once(socket, 'connect');
  return socket;
}

/** Encodes an OP_MSG. */
export function opMsg(doc: Document): Buffer {
  const body = Buffer.from(BSON.serialize(doc));
  const head = Buffer.alloc(21);
  head.writeInt32LE(21 + body.length, 0);
  head.writeInt32LE(7, 4);
  head.writeInt32LE(2013, 12);
  return Buffer.concat([head, body]);
}

/** Returns the first reply on a socket, or `closed`. */
export function firstReply(socket: Socket): Promise<Document | 'closed'> {
  return new Promise((resolve) => {
    let bytes = Buffer.alloc(0);
    const onData = (chunk: Buffer) => {
      bytes = Buffer.concat([bytes, chunk]);
      if (bytes.length < 16 || bytes.length < bytes.readInt32LE(0)) return;
      socket.off('data', onData);
      const start = bytes.readInt32LE(12) === 1 ? 36 : 21;
      resolve(BSON.deserialize(bytes.subarray(start, bytes.readInt32LE(0))));
    };
    socket.on('data', onData);
    socket.on('close', () => resolve('closed'));
    socket.on('error', () => resolve('closed'));
  });
}

/** Sends a command and returns the reply. */
export async function run(socket: Socket, doc: Document): Promise<Document> {
  const replying = firstReply(socket);
  socket.write(opMsg(doc));
  const reply = await replying;
  return reply === 'closed' ? { closed: true } : reply;
}

/** Returns a message of the client as a command. */
export const saslStart = (payload: string, more: Document = {}) => ({
  ...{ saslStart: 1, mechanism: 'SCRAM-SHA-256', payload: new Binary(Buffer.from(payload)), $db: 'admin' },
  ...more,
});
export const saslContinue = (payload: string) => ({
  ...{ saslContinue: 1, conversationId: 1, payload: new Binary(Buffer.from(payload)), $db: 'admin' },
});

/** Returns the payload of a reply, and its attributes by their letters. */
export function payloadOf(reply: Document) {
  const text: string = reply.payload instanceof Binary ? Buffer.from(reply.payload.buffer).toString() : '';
  const parts: Readonly<Record<string, string>> = Object.fromEntries(
    text.split(',').map((part) => [part[0], part.slice(2)]),
  );
  return { text, parts };
}

const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const CLIENT_NONCE = 'fyko+d2lbbFgONRv9qkxdawL';

/** Returns the client's first message. */
export const firstMessage = (user = 'portal') => `n,,n=${user},r=${CLIENT_NONCE}`;

/** Returns the client's last message for a challenge, and the server signature to expect. */
export function proofFor(challenge: string, password: string, user = 'portal') {
  const { r = '', s = '', i = '' } = payloadOf({ payload: new Binary(Buffer.from(challenge)) }).parts;
  const saltedPassword = pbkdf2Sync(password, Buffer.from(s, 'base64'), Number(i), 32, 'sha256');
  const withoutProof = `c=biws,r=${r}`;
  const messages = `n=${user},r=${CLIENT_NONCE},${challenge},${withoutProof}`;
  const clientKey = hmac(saltedPassword, 'Client Key');
  const signature = hmac(createHash('sha256').update(clientKey).digest(), messages);
  const proof = Buffer.from(clientKey.map((byte, index) => byte ^ (signature[index] ?? 0)));
  return {
    message: `${withoutProof},p=${proof.toString('base64')}`,
    expected: hmac(hmac(saltedPassword, 'Server Key'), messages).toString('base64'),
  };
}

/** Opens a raw connection and authenticates it as the user in the address. */
export async function openAuthenticated(uri: string): Promise<Socket> {
  const socket = await openSocket(uri);
  const challenge = await run(socket, saslStart(firstMessage()));
  const { message } = proofFor(payloadOf(challenge).text, new URL(uri).password);
  const reply = await run(socket, saslContinue(message));
  if (reply.ok !== 1) throw new Error(`no proof: ${JSON.stringify(reply)}`);
  return socket;
}
