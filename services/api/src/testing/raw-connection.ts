import { once } from 'node:events';
import { connect } from 'node:net';
import { until } from './until.ts';

/** A connection of which a test sends every byte by itself. */
export interface RawConnection {
  send(text: string): void;
  /** What has come back so far. */
  heard(): string;
  /** Waits for a text in what comes back. */
  hears(text: string): Promise<void>;
  readonly ended: Promise<void>;
}

/** Opens a connection to a listener. */
export async function dial(url: string): Promise<RawConnection> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  let heard = '';
  socket.on('data', (chunk) => {
    heard += String(chunk);
  });
  await once(socket, 'connect');
  return {
    send: (text) => socket.write(text),
    heard: () => heard,
    hears: async (text) => {
      await until(`${text}, heard ${heard}`, () => heard.includes(text));
    },
    ended,
  };
}
