import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A connection of which a test sends every byte by itself. */
export interface Line {
  readonly socket: Socket;
  readonly heard: () => string;
  /** Resolves when this has been heard. */
  hears(text: string): Promise<void>;
  readonly ended: Promise<void>;
}

/** Opens a connection to a port of this machine. */
export async function dial(port: number): Promise<Line> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  let received = '';
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.on('data', (chunk) => {
    received += String(chunk);
  });
  await once(socket, 'connect');
  return {
    socket,
    heard: () => received,
    hears: async (text) => {
      while (!received.includes(text)) {
        await Promise.race([
          once(socket, 'data'),
          ended.then(() => Promise.reject(new Error(`closed; received: ${received}`))),
        ]);
      }
    },
    ended,
  };
}

/** A request without a body. */
export const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
