import { connect, type Socket } from 'node:net';

/** An answer as it came. */
export interface WireAnswer {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

/** A kept connection that carries one request at a time. It costs next to nothing, so that the server is what is measured. */
export interface Wire {
  ask(request: string): Promise<WireAnswer>;
  close(): void;
}

/** The text of a request. */
export function requestOf(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  body?: unknown,
): string {
  const text = body === undefined ? '' : JSON.stringify(body);
  const all: Record<string, string> = {
    Host: 'localhost',
    ...headers,
    ...(method === 'GET'
      ? {}
      : { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(text)) }),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${text}`;
}

/** The answer at the beginning of what has arrived; undefined while it is not whole. */
function wholeAnswer(received: string): WireAnswer | undefined {
  const end = received.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const head = received.slice(0, end);
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
  const body = received.slice(end + 4);
  return body.length < length ? undefined : { status: Number(head.slice(9, 12)), head, body };
}

/** Opens a connection. */
export async function openWire(url: string): Promise<Wire> {
  const { hostname, port } = new URL(url);
  const socket = await new Promise<Socket>((resolve, reject) => {
    const made = connect(Number(port), hostname, () => resolve(made));
    made.once('error', reject);
  });
  socket.setNoDelay(true);
  let received = '';
  let waiting: PromiseWithResolvers<WireAnswer> | undefined;
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1');
    const answer = wholeAnswer(received);
    if (answer === undefined) return;
    received = '';
    waiting?.resolve(answer);
  });
  const fail = (error?: Error) => waiting?.reject(error ?? new Error('the connection was closed'));
  socket.on('error', fail);
  socket.once('close', () => fail());
  return {
    ask: (request) => {
      waiting = Promise.withResolvers();
      socket.write(request);
      return waiting.promise;
    },
    close: () => socket.destroy(),
  };
}

/** Does each of these over several connections. Returns how many a second were done. */
export async function askAll(
  url: string,
  connections: number,
  requests: readonly string[],
  onAnswer: (answer: WireAnswer, index: number) => void,
): Promise<number> {
  const wires = await Promise.all(Array.from({ length: connections }, () => openWire(url)));
  let next = 0;
  const started = performance.now();
  await Promise.all(
    wires.map(async (wire) => {
      for (let index = next++; index < requests.length; index = next++)
        onAnswer(await wire.ask(requests[index] ?? ''), index);
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  for (const wire of wires) wire.close();
  return requests.length / seconds;
}

/** Sends requests in turn for a while. Returns how many answers a second came. */
export async function throughput(
  url: string,
  connections: number,
  requests: readonly string[],
  milliseconds: number,
): Promise<number> {
  const wires = await Promise.all(Array.from({ length: connections }, () => openWire(url)));
  let answered = 0;
  const started = performance.now();
  await Promise.all(
    wires.map(async (wire, first) => {
      for (let turn = first; performance.now() - started < milliseconds; turn += connections) {
        const { status, body } = await wire.ask(requests[turn % requests.length] ?? '');
        if (status !== 200) throw new Error(`${url} answered ${status}: ${body}`);
        answered += 1;
      }
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  for (const wire of wires) wire.close();
  return answered / seconds;
}
