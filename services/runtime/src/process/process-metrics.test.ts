import { once } from 'node:events';
import { type IncomingMessage, METHODS, request, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { createListener, type Listener } from '../http/listener.ts';
import { createProcessMetrics } from './process-metrics.ts';

const real = performance.now.bind(performance);
let ahead = 0;
/** Lets time pass for what is measured. */
const pass = (seconds: number) => {
  ahead += seconds * 1000;
};

let listener: Listener;
let port: number;
let handle: (asked: IncomingMessage, answer: ServerResponse) => unknown;
let metrics: ReturnType<typeof createProcessMetrics>;
beforeAll(async () => {
  listener = createListener((asked, answer) => metrics.observe(asked, answer, () => handle(asked, answer)));
  port = await listener.listen(0, '127.0.0.1');
});
beforeEach(() => {
  ahead = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => real() + ahead);
  metrics = createProcessMetrics({ service: 'test', version: '1.0.0', commit: 'abc' }, () => '/things');
});
afterEach(() => jest.restoreAllMocks());
afterAll(() => listener.drain({ idleGraceMs: 0, deadlineMs: 0 }));

/** Lets happen what is due. */
const turn = () => new Promise((resolve) => setImmediate(resolve));
const lines = async () => (await metrics.registry.metrics()).split('\n');
/** The seconds of the one request, whole ones, once it is counted. */
async function counted(status: string): Promise<number> {
  for (;;) {
    await turn();
    const sum = (await lines()).find((line) => line.startsWith('http_request_duration_seconds_sum'));
    if (sum === undefined) continue;
    expect(sum).toContain(`status="${status}"`);
    return Math.floor(Number(sum.split(' ').at(-1)));
  }
}

/** Begins a request whose body is to be written. */
function send() {
  const sent = request({ port, host: '127.0.0.1', method: 'POST', agent: false });
  sent.on('error', () => undefined);
  sent.flushHeaders();
  return sent;
}

/** Sends its answer when the body is whole, after some work. */
const answerAfter =
  (workSeconds: number, read: (asked: IncomingMessage) => void = (asked) => asked.resume()) =>
  (asked: IncomingMessage, answer: ServerResponse) => {
    asked.once('end', () => {
      pass(workSeconds);
      answer.end('done');
    });
    read(asked);
  };

it('counts what the server does before the first byte of an answer, not how fast its client takes the rest', async () => {
  handle = (_, answer) => {
    pass(3);
    answer.end(Buffer.alloc(30_000_000));
  };
  const socket = connect(port, '127.0.0.1').pause();
  socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  await once(socket, 'readable');
  pass(20);
  socket.resume();
  await once(socket, 'close');
  expect(await counted('200')).toBe(3);
});

it('counts no time in which a body comes, and all that the server does before and after', async () => {
  handle = (asked, answer) => {
    pass(2);
    answerAfter(3)(asked, answer);
  };
  const sent = send();
  sent.write('a');
  await once(listener.server, 'request');
  // It has asked for the body before it is told of any other event.
  await turn();
  pass(20);
  sent.end('b');
  await once(sent, 'response');
  expect(await counted('200')).toBe(5);
});

it('counts the time in which the server takes no more of a body that has come', async () => {
  handle = answerAfter(0, (asked) => {
    asked.once('data', () => {
      asked.pause();
      setImmediate(() => {
        pass(4);
        asked.resume();
      });
    });
  });
  send().end('a');
  expect(await counted('200')).toBe(4);
});

it('counts what an answer took that comes before the body was asked for', async () => {
  handle = (_, answer) => {
    pass(6);
    answer.writeHead(413).end();
  };
  const sent = send();
  await once(sent, 'response');
  pass(20);
  sent.end('a');
  expect(await counted('413')).toBe(6);
});

it('counts until the client goes away that gets no answer', async () => {
  handle = () => pass(7);
  const sent = send();
  await once(listener.server, 'request');
  sent.destroy();
  expect(await counted('aborted')).toBe(7);
});

it('counts methods that it does not serve as one', async () => {
  handle = (_, answer) => answer.end();
  const usual = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
  for (const method of METHODS) {
    if (method === 'CONNECT') continue;
    const sent = request({ port, host: '127.0.0.1', method, agent: false }).end();
    const [answer] = await once(sent, 'response');
    answer.resume();
    await once(answer, 'close');
  }
  const methodsCounted = async () =>
    (await lines()).flatMap((line) => /^http_request_duration_seconds_count\{method="(.*?)"/.exec(line)?.[1] ?? []);
  while ((await methodsCounted()).length < usual.length + 1) await turn();
  expect((await methodsCounted()).toSorted()).toEqual([...usual, 'other'].toSorted());
});
