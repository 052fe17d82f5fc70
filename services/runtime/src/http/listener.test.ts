import { once } from 'node:events';
import { type IncomingMessage, type RequestListener, request } from 'node:http';
import { connect } from 'node:net';
import { dial as dialPort, GET } from '../testing/line.ts';
import { createListener, type Listener, type ListenerBounds } from './listener.ts';
import { liftBodyDeadline } from './slow-clients.ts';

const AT_ONCE = { idleGraceMs: 0, deadlineMs: 0 };

let listener: Listener;
let port: number;
async function open(handler: RequestListener, bounds: Partial<ListenerBounds> = {}): Promise<void> {
  listener = createListener(handler, bounds);
  port = await listener.listen(0, '127.0.0.1');
}
afterEach(() => listener.drain(AT_ONCE));

const dial = () => dialPort(port);

/** A connection of another address of this machine that says nothing; `settled` when it was taken or refused. */
function silentFrom(localAddress: string) {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  socket.on('error', () => undefined);
  return { socket, settled: Promise.race([once(socket, 'connect'), once(socket, 'close')]).catch(() => undefined) };
}

/** Asks from another address of this machine. */
async function statusFrom(localAddress: string): Promise<number | undefined> {
  const [answer]: IncomingMessage[] = await once(
    request({ port, host: '127.0.0.1', localAddress, agent: false }).end(),
    'response',
  );
  answer?.resume();
  return answer?.statusCode;
}

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
    let started = 0;
    const waiting: (() => void)[] = [];
    await open(
      (_request, response) => {
        started += 1;
        waiting.push(() => response.end('hello'));
        if (started === 3) for (const answer of waiting) answer();
      },
      { maxOpenRequests: 3 },
    );
    const line = await dial();
    line.socket.write(GET.repeat(50));
    await line.ended;
    expect(line.heard().match(/HTTP\/1\.1 \d+/g)).toEqual([...Array(3).fill('HTTP/1.1 200'), 'HTTP/1.1 503']);
    expect(started).toBe(3);
  });

  it('refuse two Host headers, and end the connection', async () => {
    await open(hello);
    const line = await dial();
    line.socket.write('GET / HTTP/1.1\r\nHost: x\r\nhost: evil.example\r\n\r\n');
    await line.ended;
    expect(line.heard()).toMatch(/^HTTP\/1\.1 400 .*one Host header/s);
    expect(line.heard()).not.toContain('hello');
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

  describe('of one client', () => {
    const MAX = 3;
    const answers = async () => {
      const line = await dial();
      line.socket.write(GET);
      return Promise.race([line.hears('hello').then(() => true), line.ended.then(() => false)]).catch(() => false);
    };

    it('refuse it another connection while those that it has say nothing, and take one when one has gone', async () => {
      await open(hello, { maxConnectionsOfClient: MAX });
      const silent = await Promise.all(Array.from({ length: MAX }, dial));
      expect(await answers()).toBe(false);
      silent[0]?.socket.destroy();
      await silent[0]?.ended;
      while (!(await answers()));
      for (const { socket } of silent) socket.destroy();
    });

    it('leave a proxy alone, which carries everybody', async () => {
      await open(hello, { maxConnectionsOfClient: MAX, proxies: ['127.0.0.1'] });
      const silent = await Promise.all(Array.from({ length: 3 * MAX }, dial));
      expect(await answers()).toBe(true);
      for (const { socket } of silent) socket.destroy();
    });

    // macOS has one address of 127.0.0.0/8.
    const onLinux = process.platform === 'linux' ? it : it.skip;
    onLinux('leave room for another client while 20 clients say nothing on all connections that they get', async () => {
      const clients = Array.from({ length: 20 }, (_, number) => `127.0.1.${number + 1}`);
      await open(hello, { maxConnections: 300, maxConnectionsOfClient: 20 });
      const silent = clients.flatMap((client) => Array.from({ length: 20 }, () => silentFrom(client)));
      await Promise.all(silent.map(({ settled }) => settled));
      expect(await statusFrom('127.0.0.2')).toBe(200);
      for (const { socket } of silent) socket.destroy();
    });
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

it('names a port that is in use', async () => {
  await open(hello);
  await expect(createListener(hello).listen(port, '127.0.0.1', 'PORT')).rejects.toThrow(
    `Port ${port} on 127.0.0.1 (PORT) is in use.`,
  );
});
