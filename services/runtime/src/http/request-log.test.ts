import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { Readable, Writable } from 'node:stream';
import { pino } from 'pino';
import { createProcessMetrics } from '../process/process-metrics.ts';
import { createListener, type Listener } from './listener.ts';
import { requestLog } from './request-log.ts';

let lines: string[] = [];
const sink = new Writable({
  write: (chunk: Buffer, _encoding, done) => {
    lines.push(chunk.toString());
    done();
  },
});
let listener: Listener;
let port: number;
beforeAll(async () => {
  const log = requestLog(pino({ base: null, timestamp: false }, sink), () => false);
  listener = createListener((asked, answer) =>
    log(asked, answer, () => {
      if (asked.url?.startsWith('/never') !== true) answer.end('in');
    }),
  );
  port = await listener.listen(0, '127.0.0.1');
});
beforeEach(() => {
  lines = [];
});
afterAll(() => listener.drain({ idleGraceMs: 0, deadlineMs: 0 }));

const ask = (path: string) =>
  request({
    port,
    path,
    agent: false,
    headers: {
      'X-Forwarded-For': '203.0.113.7',
      Forwarded: 'for=203.0.113.7',
      'User-Agent': 'a browser',
      Referer: 'https://elsewhere.example/',
      Cookie: 'portal=secret',
      Authorization: 'Bearer secret',
    },
  });

it('a line names a request without address, browser, cookie, query or e-mail', async () => {
  const sent = ask('/api/users/ada@x.example?token=secret');
  sent.end();
  const [answer] = await once(sent, 'response');
  answer.resume();
  await once(answer, 'end');
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toEqual({
    level: 30,
    requestId: answer.headers['x-request-id'],
    req: { method: 'GET', path: '/api/users/[e-mail]' },
    res: { status: 200 },
    responseTime: expect.any(Number),
    msg: 'request completed',
  });
});

it('a client that goes away is told from one that has its answer', async () => {
  const sent = ask('/never');
  sent.on('error', () => undefined);
  sent.end();
  await once(listener.server, 'request');
  sent.destroy();
  while (lines.length === 0) await new Promise((resolve) => setImmediate(resolve));
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ msg: 'request aborted', req: { path: '/never' } });
});

it('a client that takes nothing of its answer has a warning with the id of its request, and is counted', async () => {
  const log = requestLog(pino({ base: null, timestamp: false }, sink), () => false);
  const metrics = createProcessMetrics({ service: 'test', version: '1.0.0', commit: 'abc' }, () => '/long');
  const impatient = createListener(
    (asked, answer) =>
      metrics.observe(asked, answer, () =>
        log(asked, answer, () => Readable.from(Array(1000).fill(Buffer.alloc(65_536))).pipe(answer)),
      ),
    { stalledReaderMs: 100 },
  );
  const socket = connect(await impatient.listen(0, '127.0.0.1'), '127.0.0.1').pause();
  socket.on('error', () => undefined);
  socket.write('GET /long HTTP/1.1\r\nHost: x\r\n\r\n');
  while (lines.length === 0) await new Promise((resolve) => setImmediate(resolve));
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({
      level: 40,
      msg: 'request cut off: its client took nothing of the answer',
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      req: { method: 'GET', path: '/long' },
    }),
  ]);
  expect(await metrics.registry.metrics()).toContain('\nhttp_stalled_readers_total 1\n');
  socket.destroy();
  await impatient.drain({ idleGraceMs: 0, deadlineMs: 0 });
});
