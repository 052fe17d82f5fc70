import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { connect, type Socket } from 'node:net';
import { liftBodyDeadline } from './body-deadline.ts';
import { createListener, type Listener, type ListenerBounds } from './listener.ts';

const AT_ONCE = { idleGraceMs: 0, deadlineMs: 0 };

let listener: Listener;
let port: number;
async function open(handler: RequestListener, bounds: Partial<ListenerBounds> = {}): Promise<void> {
  listener = createListener(handler, bounds);
  port = await listener.listen(0, '127.0.0.1');
}
afterEach(() => listener.drain(AT_ONCE));

/** A connection of which a test sends every byte by itself. */
interface Line {
  readonly socket: Socket;
  readonly heard: () => string;
  /** Resolves when this has been heard. */
  hears(text: string): Promise<void>;
  readonly ended: Promise<void>;
}

async function dial(): Promise<Line> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  let heard = '';
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.on('data', (chunk) => {
    heard += String(chunk);
  });
  await once(socket, 'connect');
  return {
    socket,
    heard: () => heard,
    hears: async (text) => {
      while (!heard.includes(text)) {
        await Promise.race([
          once(socket, 'data'),
          ended.then(() => Promise.reject(new Error(`closed; heard: ${heard}`))),
        ]);
      }
    },
    ended,
  };
}

const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
const POST = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n';
const hello: RequestListener = (_request, response) => {
  response.end('hello');
};
/** Reads the body, then tells its length. */
const measure: RequestListener = async (request, response) => {
  let bytes = 0;
  try {
    for await (const chunk of request) bytes += chunk.length;
    response.end(`got ${bytes}`);
  } catch {
    // The request was cut off.
  }
};

describe('the bounds of a listener', () => {
  it('end a connection that does not finish its headers', async () => {
    await open(hello, { headersTimeoutMs: 50 });
    const line = await dial();
    line.socket.write('GET / HTTP/1.1\r\nX-Slow: ');
    await line.ended;
    expect(line.heard()).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('answer 408 to a body that does not come, and end the connection', async () => {
    await open(measure, { bodyTimeoutMs: 50 });
    const line = await dial();
    line.socket.write(`${POST}12345`);
    await line.ended;
    expect(line.heard()).toMatch(/^HTTP\/1\.1 408 .*\r\nConnection: close\r\n/s);
  });

  it('leave an upload alone whose handler takes care of it, until it is answered', async () => {
    let isReached: () => void = () => undefined;
    const reached = new Promise<void>((resolve) => {
      isReached = resolve;
    });
    await open(
      (request, response) => {
        liftBodyDeadline(request);
        if (request.url === '/refused') response.end('no');
        else measure(request, response);
        isReached();
      },
      { bodyTimeoutMs: 50 },
    );
    const [slow, refused, stalled] = await Promise.all([dial(), dial(), dial()]);
    slow.socket.write(`${POST}12345`);
    await reached;
    // Its deadline is the same and starts later, so by then the other's would be over.
    refused.socket.write(`${POST.replace('/', '/refused')}12345`);
    await refused.hears('no');
    await refused.ended;
    slow.socket.write('67890');
    await slow.hears('got 10');
    stalled.socket.destroy();
  });

  it('count a body that has come in time as done', async () => {
    await open(measure, { bodyTimeoutMs: 20_000 });
    const line = await dial();
    line.socket.write(`${POST}1234567890`);
    await line.hears('got 10');
    line.socket.write(`${POST}1234567890`);
    await line.hears('got 10');
    expect(line.heard()).not.toContain('408');
  });

  it('ask for another connection with the last request that one may carry, and answer no more on it', async () => {
    await open(hello, { maxRequestsPerSocket: 2 });
    const line = await dial();
    line.socket.write(GET);
    await line.hears('hello');
    expect(line.heard()).toContain('Connection: keep-alive');
    line.socket.write(GET);
    await line.hears('Connection: close');
    line.socket.write(GET);
    await line.hears('HTTP/1.1 503 ');
    line.socket.destroy();
  });

  it('begin with a few of the requests that are sent without waiting, refuse the next, and answer no more', async () => {
    let begun = 0;
    const waiting: (() => void)[] = [];
    await open(
      (_request, response) => {
        begun += 1;
        waiting.push(() => response.end('hello'));
        if (begun === 3) for (const answer of waiting) answer();
      },
      { maxOpenRequests: 3 },
    );
    const line = await dial();
    line.socket.write(GET.repeat(50));
    await line.ended;
    expect(line.heard().match(/HTTP\/1\.1 \d+/g)).toEqual([...Array(3).fill('HTTP/1.1 200'), 'HTTP/1.1 503']);
    expect(begun).toBe(3);
  });

  it('refuse a connection too many, and take another when one has gone', async () => {
    await open(hello, { maxConnections: 1 });
    const first = await dial();
    first.socket.write(GET);
    await first.hears('hello');
    await (await dial()).ended;
    first.socket.destroy();
    await first.ended;
    for (;;) {
      const line = await dial();
      line.socket.write(GET);
      if (await Promise.race([line.hears('hello').then(() => true), line.ended.then(() => false)])) break;
    }
  });

  it('are those of the whole project when none are given', async () => {
    await open(hello);
    const { server } = listener;
    expect(server.headersTimeout).toBeGreaterThan(0);
    expect(server.keepAliveTimeout).toBeGreaterThan(60_000);
    expect(server.maxRequestsPerSocket).toBeGreaterThan(0);
    expect(server.maxConnections).toBeGreaterThan(0);
  });
});

describe('a listener that ends', () => {
  /** A handler that answers when it is told to. */
  function held(): { handler: RequestListener; asked: Promise<void>; release: () => void } {
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    let isAsked: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => {
      isAsked = resolve;
    });
    return {
      handler: async (request, response) => {
        if (request.url === '/at-once') {
          response.end('hello');
          return;
        }
        isAsked();
        await released;
        response.end('released');
      },
      asked,
      release,
    };
  }

  it('lets a request end that is under way, closes its connection after it, and takes no new ones', async () => {
    const { handler, asked, release } = held();
    await open(handler);
    const line = await dial();
    line.socket.write(GET);
    await asked;
    const over = listener.drain({ idleGraceMs: 0, deadlineMs: 20_000 });
    await expect(
      (async () => {
        for (;;) (await dial()).socket.destroy();
      })(),
    ).rejects.toThrow(/ECONNREFUSED|ECONNRESET/);
    release();
    await line.ended;
    expect(line.heard()).toMatch(/Connection: close\r\n.*released$/s);
    expect(await over).toBe(0);
  });

  it('still answers on a connection at rest, and closes it with that', async () => {
    await open(hello);
    const line = await dial();
    line.socket.write(GET);
    await line.hears('hello');
    const over = listener.drain({ idleGraceMs: 20_000, deadlineMs: 20_000 });
    line.socket.write(GET);
    await line.ended;
    expect(line.heard()).toMatch(/keep-alive.*hello.*Connection: close.*hello$/s);
    expect(await over).toBe(0);
  });

  it('answers on every connection once more, and on new ones, before its port closes', async () => {
    await open(hello);
    const line = await dial();
    line.socket.write(GET);
    await line.hears('hello');
    listener.beginDrain();
    line.socket.write(GET);
    await line.ended;
    expect(line.heard()).toMatch(/keep-alive.*hello.*Connection: close.*hello$/s);
    const next = await dial();
    next.socket.write(GET);
    await next.ended;
    expect(next.heard()).toMatch(/Connection: close.*hello$/s);
  });

  it('answers a request that arrived before the grace was over, and was not read yet', async () => {
    await open(hello);
    const line = await dial();
    line.socket.write(GET);
    await line.hears('hello');
    const over = listener.drain({ idleGraceMs: 20, deadlineMs: 20_000 });
    // The timer of the grace starts one turn later.
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    line.socket.write(GET);
    const blocked = performance.now() + 60;
    while (performance.now() < blocked);
    await line.ended;
    expect(line.heard()).toMatch(/hello.*Connection: close.*hello$/s);
    expect(await over).toBe(0);
  });

  it('hangs up on who rests, and on who never said anything, after the grace', async () => {
    const { handler, asked, release } = held();
    await open(handler);
    const [resting, silent, busy] = await Promise.all([dial(), dial(), dial()]);
    resting.socket.write(GET.replace('/', '/at-once'));
    busy.socket.write(GET);
    await Promise.all([resting.hears('hello'), asked]);
    const over = listener.drain({ idleGraceMs: 1, deadlineMs: 20_000 });
    await Promise.all([resting.ended, silent.ended]);
    release();
    await busy.hears('released');
    expect(await over).toBe(0);
  });

  it('closes a connection whose answer had promised to keep it', async () => {
    let finish: () => void = () => undefined;
    await open((_request, response) => {
      response.write('first');
      finish = () => response.end('last');
    });
    const line = await dial();
    line.socket.write(GET);
    await line.hears('first');
    const silent = await dial();
    const over = listener.drain({ idleGraceMs: 1, deadlineMs: 20_000 });
    await silent.ended;
    finish();
    await line.hears('last');
    expect(await over).toBe(0);
  });

  it('cuts off at the deadline what does not end, and says how many', async () => {
    const { handler, asked } = held();
    await open(handler);
    const line = await dial();
    line.socket.write(GET);
    await asked;
    expect(await listener.drain({ idleGraceMs: 0, deadlineMs: 10 })).toBe(1);
    await line.ended;
    expect(line.heard()).toBe('');
  });
});

it('names a port that is in use', async () => {
  await open(hello);
  await expect(createListener(hello).listen(port, '127.0.0.1', 'PORT')).rejects.toThrow(
    `Port ${port} on 127.0.0.1 (PORT) is in use.`,
  );
});
