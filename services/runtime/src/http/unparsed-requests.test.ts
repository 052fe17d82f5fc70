import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { createProcessMetrics } from '../process/process-metrics.ts';
import { dial as dialPort, GET } from '../testing/line.ts';
import { createListener, type Listener, type ListenerBounds } from './listener.ts';
import type { UnparsedReason } from './unparsed-requests.ts';

let listener: Listener;
let port: number;
let reasons: UnparsedReason[];
async function open(handler: RequestListener, bounds: Partial<ListenerBounds> = {}): Promise<void> {
  reasons = [];
  listener = createListener(handler, bounds, (reason) => reasons.push(reason));
  port = await listener.listen(0, '127.0.0.1');
}
afterEach(() => listener.drain({ idleGraceMs: 0, deadlineMs: 0 }));

const dial = () => dialPort(port);
const hello: RequestListener = (_request, response) => {
  response.end('hello');
};
const headersOf = (bytes: number) => `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(bytes)}\r\n\r\n`;
const CHUNKED = 'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n';

/** Holds an answer to what a person can read, and a browser cannot be harmed by. */
function expectRefusal(answer: string, status: number, sentence: RegExp): void {
  const [head = '', body = '', ...more] = answer.split('\r\n\r\n');
  expect(more).toEqual([]);
  const [first, ...lines] = head.split('\r\n');
  expect(first).toMatch(new RegExp(`^HTTP/1\\.1 ${status} \\w`));
  expect(body).toMatch(sentence);
  expect(lines).toEqual(
    expect.arrayContaining([
      'Content-Type: text/plain; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
      'Cache-Control: no-store',
      'X-Content-Type-Options: nosniff',
      "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'",
      'Strict-Transport-Security: max-age=31536000; includeSubDomains',
    ]),
  );
}

describe('a request that cannot be read is answered with a sentence, counted, and ends its connection', () => {
  it.each([
    ['too large headers', headersOf(17 * 1024), 431, /too large: 16 KB/, 'headers-too-large'],
    ['a method that there is not', 'FOO / HTTP/1.1\r\nHost: x\r\n\r\n', 400, /not one of HTTP/, 'malformed'],
    ['what is not HTTP', Buffer.from('16030100010100', 'hex'), 400, /not one of HTTP/, 'malformed'],
  ])('%s', async (_what, sent, status, sentence, reason) => {
    await open(hello);
    const line = await dial();
    line.socket.write(sent);
    await line.ended;
    expectRefusal(line.heard(), status, sentence);
    expect(reasons).toEqual([reason]);
  });

  it('headers of many pieces, once', async () => {
    await open(hello);
    const line = await dial();
    line.socket.write(headersOf(2_000_000));
    await line.ended;
    expect(reasons).toEqual(['headers-too-large']);
  });

  it('headers that do not come to their end', async () => {
    await open(hello, { headersTimeoutMs: 50 });
    const line = await dial();
    line.socket.write('GET / HTTP/1.1\r\nX-Slow: ');
    await line.ended;
    expectRefusal(line.heard(), 408, /in time/);
    expect(reasons).toEqual(['late']);
  });

  it('one that its client breaks off while it still listens', async () => {
    await open(hello);
    const line = await dial();
    line.socket.end('GET / HTTP/1.1\r\nX-Half: ');
    await line.ended;
    expectRefusal(line.heard(), 400, /before it was complete/);
    expect(reasons).toEqual(['incomplete']);
  });

  it('a body in broken pieces, when its request has no answer yet', async () => {
    await open((request) => request.resume());
    const line = await dial();
    line.socket.write(CHUNKED);
    await once(listener.server, 'request');
    line.socket.write('not a length\r\n');
    await line.ended;
    expectRefusal(line.heard(), 400, /not one of HTTP/);
    expect(reasons).toEqual(['malformed']);
  });
});

it('what cannot be read does not disturb a started response, or one of two that are awaited', async () => {
  await open((request, response) => {
    request.resume();
    if (request.method === 'POST') response.write('started');
  });
  const started = await dial();
  started.socket.write(CHUNKED);
  await started.hears('started');
  started.socket.write('not a length\r\n');
  await started.ended;
  expect(started.heard().match(/HTTP\/1\.1/g)).toHaveLength(1);
  const awaited = await dial();
  awaited.socket.write(`${GET}${GET}FOO / HTTP/1.1\r\n\r\n`);
  await awaited.ended;
  expect(awaited.heard()).toBe('');
  expect(reasons).toEqual(['malformed', 'malformed']);
});

it('what cannot be read behind a whole request does not take its answer: it may be of a change that is made', async () => {
  await open((request) => request.resume());
  for (const whole of [GET, 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello']) {
    const line = await dial();
    line.socket.write(`${whole}FOO / HTTP/1.1\r\n\r\n`);
    await line.ended;
    expect(line.heard()).toBe('');
  }
  expect(reasons).toEqual(['malformed', 'malformed']);
});

it('a client that does not end its connection has it ended', async () => {
  await open(hello);
  const [line, [accepted]] = await Promise.all([dial(), once(listener.server, 'connection')]);
  line.socket.allowHalfOpen = true;
  line.socket.write('FOO / HTTP/1.1\r\n\r\n');
  await once(accepted, 'close');
  await line.hears('HTTP/1.1 400 ');
  line.socket.destroy();
});

it('a connection that broke, or that nothing came over, is neither answered nor counted', async () => {
  await open(hello, { headersTimeoutMs: 50 });
  const quiet = await dial();
  await quiet.ended;
  expect(quiet.heard()).toBe('');
  const broken = await dial();
  const failed = once(listener.server, 'clientError');
  broken.socket.write('GET / HT');
  broken.socket.resetAndDestroy();
  await failed;
  expect(reasons).toEqual([]);
});

it('a client that disconnects before the refusal does no harm', async () => {
  await open(hello);
  for (let turn = 0; turn < 50; turn += 1) {
    const line = await dial();
    line.socket.write(headersOf(100_000));
    line.socket.resetAndDestroy();
  }
  const line = await dial();
  line.socket.write(GET);
  await line.hears('hello');
  line.socket.destroy();
});

it('each is counted by its reason', async () => {
  const metrics = createProcessMetrics({ service: 'test', version: '1.0.0', commit: 'abc' }, () => '/');
  metrics.countUnparsed('malformed');
  const shown = await metrics.registry.getSingleMetricAsString('http_unparsed_requests_total');
  expect(shown).toMatch(/\{reason="malformed"\} 1$/m);
  expect(shown).toMatch(/\{reason="headers-too-large"\} 0$/m);
});
