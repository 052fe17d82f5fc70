import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import pino from 'pino';
import { type ApiAnswers, createApiAnswers } from './api-answers.ts';

let server: Server;
let handle: RequestListener;
let requestedUrls: string[];
let time: number;
let answers: ApiAnswers;

beforeEach(async () => {
  requestedUrls = [];
  time = 0;
  handle = (_request, response) => void response.end(JSON.stringify({ number: requestedUrls.length }));
  server = createServer((request, response) => {
    requestedUrls.push(request.url ?? '');
    handle(request, response);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  answers = createApiAnswers(origin, pino({ level: 'silent' }), { now: () => time });
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
});

const value = (number: number, stale = false) => ({ kind: 'value', value: { number }, stale });
const fail: RequestListener = (_request, response) => void response.writeHead(503).end('{}');

test('concurrent pages share one request, which is repeated after half a second', async () => {
  const results = await Promise.all([answers.ask('/api/x'), answers.ask('/api/x'), answers.ask('/api/x')]);
  expect(results).toEqual([value(1), value(1), value(1)]);
  time = 499;
  await expect(answers.ask('/api/x')).resolves.toEqual(value(1));
  time = 500;
  await expect(answers.ask('/api/x')).resolves.toEqual(value(2));
  expect(requestedUrls).toEqual(['/api/x', '/api/x']);
});

test.each([
  ['an error', fail],
  ['a page instead of JSON', (_: unknown, response: Parameters<RequestListener>[1]) => void response.end('<!doctype>')],
  [
    'a redirect',
    (_: unknown, response: Parameters<RequestListener>[1]) =>
      void response.writeHead(302, { Location: 'http://127.0.0.1:9/' }).end(),
  ],
  ['a broken connection', (_: unknown, response: Parameters<RequestListener>[1]) => void response.destroy()],
  [
    'far too much',
    (_: unknown, response: Parameters<RequestListener>[1]) => void response.end(`"${'x'.repeat(5 * 1024 * 1024)}"`),
  ],
  ['nothing', () => {}],
] satisfies [string, RequestListener][])(
  '%s: the last good answer stays, for as long as it takes',
  async (_, broken) => {
    await expect(answers.ask('/api/x')).resolves.toEqual(value(1));
    const well = handle;
    handle = broken;
    for (const later of [500, 1600]) {
      time = later;
      await expect(answers.ask('/api/x')).resolves.toEqual(value(1, true));
    }
    handle = well;
    time = 2700;
    // Asked four times: once well, twice in vain, once well again.
    await expect(answers.ask('/api/x')).resolves.toEqual(value(4));
  },
);

test('an API that fails is left alone for a second, and is away when it never answered', async () => {
  handle = fail;
  await expect(answers.ask('/api/x')).resolves.toEqual({ kind: 'away' });
  time = 999;
  await expect(answers.ask('/api/x')).resolves.toEqual({ kind: 'away' });
  expect(requestedUrls).toHaveLength(1);
});

test('what does not exist is missing, even when it was there before', async () => {
  await answers.ask('/api/x');
  handle = (_request, response) => void response.writeHead(404).end('{}');
  time = 500;
  await expect(answers.ask('/api/x')).resolves.toEqual({ kind: 'missing' });
});

test('keeps a bounded number of answers', async () => {
  for (let number = 0; number < 60; number++) await answers.ask(`/api/${number}`);
  await answers.ask('/api/59');
  expect(requestedUrls).toHaveLength(60);
  await answers.ask('/api/0');
  expect(requestedUrls).toHaveLength(61);
});
