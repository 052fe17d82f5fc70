import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import { problemSchema } from '@cytocomm/contract';
import { until } from '../../services/api/src/testing/clock.ts';
import { MAY_BE_DONE, NOT_SENT, startEdgeBefore } from './testing/small-stack.ts';

const EDGES = ['nginx', 'caddy'] as const;

/** What DRAIN_DELAY of `npm run stack` is; 5 s in production. */
const DRAIN_DELAY_MS = 4000;
/** A closed port, for the edge and for operators. */
const AWAY = '127.0.0.2:9';

/** Starts a server, and ends it with the rest of a test. */
async function serve(started: AsyncDisposableStack, answer: RequestListener) {
  const open = new Set<Socket>();
  const server = createServer({ keepAliveTimeout: 75_000 }, answer);
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  started.defer(() => void server.close().closeAllConnections());
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('There is no port.');
  return { port: address.port, place: `127.0.0.1:${address.port}`, open };
}

// A process that ends closes what is idle: a change that was sent on such a connection at that moment would be lost to its sender.
it.each(EDGES)(
  '%s keeps no idle connection for as long as a process says that it ends',
  async (edge) => {
    await using started = new AsyncDisposableStack();
    const { place, open } = await serve(started, (_request, response) => response.end('well'));
    const operators = await serve(started, (_request, response) => response.end('ready'));
    const url = await startEdgeBefore(started, edge, [place, place], operators.port);
    expect(await (await fetch(`${url}/page`)).text()).toBe('well');
    expect(open.size).toBeGreaterThan(0);
    await until('the edge to close it', () => open.size === 0, DRAIN_DELAY_MS);
  },
  60_000,
);

// Some versions of Caddy answer a change 503 at once when no process is there.
it.each(EDGES)(
  '%s goes on with the only process that answers after that broke a connection',
  async (edge) => {
    await using started = new AsyncDisposableStack();
    let isToBreak = false;
    const { place } = await serve(started, (request, response) => {
      if (isToBreak) request.socket.destroy();
      else response.end('done');
      isToBreak = false;
    });
    const operators = await serve(started, (_request, response) => response.end('ready'));
    const url = await startEdgeBefore(started, edge, [AWAY, place], operators.port);
    const change = async () => (await fetch(`${url}/api/admin/events`, { method: 'POST', body: '{}' })).status;
    const changes = async () => [await change(), await change(), await change(), await change(), await change()];
    const wanted = [200, 200, 200, 200, 200];
    await until('the other process to be counted out', async () => isDeepStrictEqual(await changes(), wanted));
    isToBreak = true;
    expect(await change()).toBe(503);
    expect(await changes()).toEqual(wanted);
  },
  60_000,
);

// To nginx a PUT and a DELETE may be done twice; it is told to send them again for a broken connection alone.
it.each([
  ['nginx', 'PUT', 200, 2],
  ['nginx', 'DELETE', 200, 2],
  ['nginx', 'POST', 503, 1],
  ['caddy', 'PUT', 503, 1],
  ['caddy', 'DELETE', 503, 1],
  ['caddy', 'POST', 503, 1],
] as const)(
  '%s: a %s whose connection a process broke is answered with %i, and was sent %i times',
  async (edge, method, status, times) => {
    await using started = new AsyncDisposableStack();
    let sent = 0;
    const { place } = await serve(started, (request, response) => {
      if (request.method === method) sent += 1;
      if (sent === 1) request.socket.destroy();
      else response.end('done');
    });
    const operators = await serve(started, (_request, response) => response.end('ready'));
    const url = await startEdgeBefore(started, edge, [place, place], operators.port);
    const answer = await fetch(`${url}/api/admin/events/1`, { method, body: '{}' });
    expect([answer.status, sent]).toEqual([status, times]);
  },
  60_000,
);

// Only of a change that no process has may its sender hear that it can be sent again.
describe.each(EDGES)('behind %s', (edge) => {
  const METHODS = ['POST', 'PATCH', 'PUT', 'DELETE'];
  const detailOf = async (url: string, method: string) => {
    const answer = await fetch(`${url}/api/admin/events/1`, { method, ...(method !== 'GET' && { body: '{}' }) });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    const { code, detail } = problemSchema.parse(await answer.json());
    expect(code).toBe('unavailable');
    return detail;
  };

  it('who sent a change that a process took without an answer hears that it may be made, who read does not', async () => {
    await using started = new AsyncDisposableStack();
    let acceptedCount = 0;
    const { place } = await serve(started, (request) => {
      acceptedCount += 1;
      request.socket.destroy();
    });
    const operators = await serve(started, (_request, response) => response.end('ready'));
    const url = await startEdgeBefore(started, edge, [place, place], operators.port);
    const answerTo = async (method: string) => {
      const before = acceptedCount;
      const detail = await detailOf(url, method);
      // An edge that leaves the process alone for a while sends it nothing.
      if (acceptedCount === before) expect(detail).toBe(NOT_SENT);
      return acceptedCount === before ? undefined : detail;
    };
    for (const method of METHODS)
      expect(await until(`${method} to be sent`, () => answerTo(method), 30_000)).toBe(MAY_BE_DONE);
    expect(await until('a read to be sent', () => answerTo('GET'), 30_000)).toBe(NOT_SENT);
  }, 120_000);

  it('a change that no process took is answered with NOT_SENT', async () => {
    await using started = new AsyncDisposableStack();
    const operators = await serve(started, (_request, response) => response.end('ready'));
    const url = await startEdgeBefore(started, edge, [AWAY, AWAY], operators.port);
    const details = await Promise.all(METHODS.map((method) => detailOf(url, method)));
    expect(details).toEqual(METHODS.map(() => NOT_SENT));
  }, 60_000);
});
