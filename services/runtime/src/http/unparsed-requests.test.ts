import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { createProcessMetrics } from '../process/process-metrics.ts';
import { dial as dialPort, GET } from '../testing/line.ts';
import { createListener, type Listener, type ListenerBounds } from './listener.ts';
import { noteUnparsed, type UnparsedReason } from './unparsed-requests.ts';

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
    ['headers that are still being sent', headersOf(2_000_000), 431, /too large: 16 KB/, 'headers-too-large'],
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

describe('too large headers', () => {
  const CLEARS = 'Clear-Site-Data: "cookies"';
  /** As many as browsers keep for a site, each almost as long as it may be. */
  const BOMB = Array.from({ length: 180 }, (_, number) => `c${number}=${'x'.repeat(3500)}`).join('; ');
  const ask = async (...pieces: string[]) => {
    await open(hello);
    const line = await dial();
    for (const piece of pieces) {
      line.socket.write(piece);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await line.ended;
    return line.heard();
  };

  it.each([
    ['of a page', [`GET /lab?a=b HTTP/1.1\r\nHost: x\r\nCookie: ${BOMB}\r\n\r\n`]],
    ['of a call', [`POST /api/auth/token HTTP/1.1\r\nHost: x\r\nCookie: ${BOMB}\r\nContent-Length: 0\r\n\r\n`]],
    ['that come in the middle', [`GET / HTTP/1.1\r\nHost: x\r\nCookie: ${BOMB.slice(0, 9000)}`, BOMB.slice(9000)]],
  ])('by cookies %s remove the cookies, and the visits after it are answered', async (_what, pieces) => {
    const answer = await ask(...pieces);
    expect(answer).toContain(CLEARS);
    expectRefusal(answer, 431, /16 KB is the most\. If this site had left too many cookies .* sign in again\.$/);
    for (let visit = 1; visit <= 2; visit += 1) {
      const line = await dial();
      line.socket.write(GET);
      await line.hears('hello');
      line.socket.destroy();
    }
  });

  it.each([
    ['a long address', [`GET /${'a'.repeat(17_000)} HTTP/1.1\r\nHost: x\r\nCookie: portal=1; a=b\r\n\r\n`]],
    ['a long query', [`GET /?${'a=b&'.repeat(5000)} HTTP/1.1\r\nHost: x\r\nCookie: portal=1\r\n\r\n`]],
    [
      'a long address and a Referer, cut within another header',
      [
        `GET /${'a'.repeat(14_300)} HTTP/1.1\r\nReferer: https://evil.example/${'b'.repeat(1000)}\r\nUser-Agent: Mozilla/5.0 `,
        `(Windows NT 10.0; Win64; x64; rv:140.0)\r\nX: ${'c'.repeat(3000)}\r\nHost: x\r\n\r\n`,
      ],
    ],
    ['a long address in pieces', [`GET /${'a'.repeat(9000)}`, `${'a'.repeat(9000)} HTTP/1.1\r\nHost: x\r\n\r\n`]],
    [
      'the end of a long address',
      [`GET /${'a'.repeat(16_300)}`, ` HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(99)}\r\n\r\n`],
    ],
  ])('by %s, which anybody can link to, sign nobody out', async (_what, pieces) => {
    const answer = await ask(...pieces);
    expectRefusal(answer, 431, /16 KB is the most\.$/);
    expect(answer).not.toContain(CLEARS);
  });
});

it('what cannot be read does not disturb an answer that has begun, or one of two that are awaited', async () => {
  await open((request, response) => {
    request.resume();
    if (request.method === 'POST') response.write('begun');
  });
  const begun = await dial();
  begun.socket.write(CHUNKED);
  await begun.hears('begun');
  begun.socket.write('not a length\r\n');
  await begun.ended;
  expect(begun.heard().match(/HTTP\/1\.1/g)).toHaveLength(1);
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

it('what comes of a request after its refusal is not begun with', async () => {
  let begun = 0;
  const count: RequestListener = () => {
    begun += 1;
  };
  await open(count, { headersTimeoutMs: 50 });
  const [line, [accepted]] = await Promise.all([dial(), once(listener.server, 'connection')]);
  line.socket.allowHalfOpen = true;
  line.socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n');
  await line.hears('HTTP/1.1 408 ');
  const ended = once(accepted, 'close');
  line.socket.write('\r\n');
  await ended;
  expect(begun).toBe(0);
  line.socket.destroy();
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

it('a client that is gone before it is refused harms nobody', async () => {
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

it('each is counted by its reason, and a flood of them is a line a minute', async () => {
  const metrics = createProcessMetrics({ service: 'test', version: '1.0.0', commit: 'abc' }, () => '/');
  const lines: unknown[] = [];
  const log = { info: (...said: unknown[]) => void lines.push(said[0]) };
  const note = noteUnparsed(metrics.countUnparsed, log);
  for (let turn = 0; turn < 1000; turn += 1) note('malformed');
  note('late');
  expect(lines).toEqual([{ reason: 'malformed', requests: 1 }]);
  const shown = await metrics.registry.getSingleMetricAsString('http_unparsed_requests_total');
  expect(shown).toMatch(/\{reason="malformed"\} 1000$/m);
  expect(shown).toMatch(/\{reason="late"\} 1$/m);
  expect(shown).toMatch(/\{reason="headers-too-large"\} 0$/m);
});

it('the line of the next minute names how many there were since the last', () => {
  jest.useFakeTimers();
  try {
    const lines: unknown[] = [];
    const note = noteUnparsed(() => undefined, { info: (...said: unknown[]) => void lines.push(said[0]) });
    for (const reason of ['late', 'malformed', 'malformed'] as const) note(reason);
    jest.advanceTimersByTime(60_000);
    note('late');
    expect(lines).toEqual([
      { reason: 'late', requests: 1 },
      { reason: 'late', requests: 3 },
    ]);
  } finally {
    jest.useRealTimers();
  }
});
