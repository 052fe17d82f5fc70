import { subscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { type IncomingHttpHeaders, IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import type { Answer } from './browser.ts';
import { until } from './clock.ts';

/** A call whose body a test holds back. */
export interface HeldCall {
  /** Sends the rest of the body. Returns status and text of the answer. */
  finish(): Promise<Pick<Answer, 'status' | 'text'>>;
}

/** What is sent. */
interface Held {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

const MARK = 'x-held-body';
const reading = new Map<string, () => void>();

subscribe('http.server.request.start', (message) => {
  if (typeof message !== 'object' || message === null || !('request' in message)) return;
  const { request: req } = message;
  if (!(req instanceof IncomingMessage)) return;
  const onRead = reading.get(String(req.headers[MARK]));
  if (onRead === undefined) return;
  req.on('newListener', (event) => {
    if (event === 'data') onRead();
  });
});

/** Sends a call without the end of its body. Resolves when a portal of this process reads the body: the caller is admitted by then. */
export async function holdBody(url: string, { method, path, headers, body }: Held): Promise<HeldCall> {
  const mark = `${reading.size}`;
  const isRead = new Promise<'read'>((resolve) => reading.set(mark, () => resolve('read')));
  const bytes = Buffer.from(body);
  const sent = request(new URL(path, url), {
    method,
    agent: false,
    headers: { ...headers, 'Content-Length': String(bytes.length), [MARK]: mark },
  });
  const answer = (async () => {
    const [answered]: IncomingMessage[] = await once(sent, 'response');
    let text = '';
    for await (const piece of answered ?? []) text += String(piece);
    return { status: answered?.statusCode ?? 0, text };
  })();
  answer.catch(() => undefined);
  sent.write(bytes.subarray(0, bytes.length - 1));
  const first = await Promise.race([isRead, answer]);
  if (first !== 'read')
    throw new Error(`${method} ${path} was answered before its body: ${first.status} ${first.text}`);
  return {
    finish: () => {
      sent.end(bytes.subarray(bytes.length - 1));
      return answer;
    },
  };
}

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
  let received = '';
  socket.on('data', (chunk) => {
    received += String(chunk);
  });
  await once(socket, 'connect');
  return {
    send: (text) => socket.write(text),
    heard: () => received,
    hears: async (text) => {
      await until(`${text}, heard ${received}`, () => received.includes(text));
    },
    ended,
  };
}

/** A client that asks for something and then takes none of it. */
export interface StalledReader {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Resolves when the connection is over, no matter which side ended it. */
  readonly ended: Promise<void>;
  /** Takes the rest. Returns how many bytes came until the connection was over. */
  takeRest(): Promise<number>;
  close(): void;
}

/** Asks, and stops reading when the headers of the answer have come. */
export async function openStalledReader(
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<StalledReader> {
  const sent = request(url, { agent: false, headers });
  sent.on('error', () => undefined);
  const ended = new Promise<void>((resolve) => sent.once('close', () => resolve()));
  sent.end();
  const [answer]: IncomingMessage[] = await once(sent, 'response');
  if (answer === undefined) throw new Error('There was no answer.');
  answer.on('error', () => undefined);
  answer.pause();
  const takeRest = async () => {
    let bytes = 0;
    answer.on('data', (piece: Buffer) => {
      bytes += piece.length;
    });
    answer.resume();
    await ended;
    return bytes;
  };
  return { status: answer.statusCode ?? 0, headers: answer.headers, ended, takeRest, close: () => sent.destroy() };
}
