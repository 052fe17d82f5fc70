import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { forward, forwardedHeaders } from './forward.ts';

const here = 'http://localhost:8080';
const target = new URL('http://localhost:3000');

test('the page’s own origin becomes the portal’s', () => {
  const headers = { host: 'localhost:8080', origin: here, referer: `${here}/dashboard`, cookie: 'portal=1' };
  expect(forwardedHeaders(headers, here, target)).toEqual({
    host: 'localhost:3000',
    origin: 'http://localhost:3000',
    referer: 'http://localhost:3000/dashboard',
    cookie: 'portal=1',
  });
});

test.each(['https://evil.example', 'http://localhost:8080.evil.example', 'http://localhost:80', 'null'])(
  'the foreign origin %s stays foreign',
  (origin) => {
    const headers = forwardedHeaders({ origin, referer: `${origin}/x`, 'sec-fetch-site': 'cross-site' }, here, target);
    expect(headers).toMatchObject({ origin, referer: `${origin}/x`, 'sec-fetch-site': 'cross-site' });
  },
);

test('a request without an origin gets none', () => {
  expect(forwardedHeaders({ connection: 'keep-alive', te: 'trailers' }, here, target)).toEqual({
    host: 'localhost:3000',
  });
});

describe('through the proxy', () => {
  const servers: Server[] = [];

  async function serve(handle: RequestListener): Promise<URL> {
    const server = createServer(handle);
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  }
  const proxyTo = (portal: URL) => serve((request, response) => forward(request, response, here, portal));

  afterEach(async () => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  });

  test('method, path, body, status, cookies and a redirect come through', async () => {
    const seen: {
      method?: string | undefined;
      url?: string | undefined;
      headers: IncomingHttpHeaders;
      body: string;
    }[] = [];
    const portal = await serve(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      seen.push({ method: request.method, url: request.url, headers: request.headers, body });
      response.writeHead(303, { Location: `${portal.origin}/dashboard`, 'Set-Cookie': ['a=1', 'b=2; HttpOnly'] }).end();
    });
    const proxy = await proxyTo(portal);
    const answer = await fetch(new URL('/api/auth/complete?x=%2F', proxy), {
      method: 'POST',
      body: '{"code":"123456"}',
      headers: { origin: here },
      redirect: 'manual',
    });
    expect(seen).toMatchObject([
      {
        method: 'POST',
        url: '/api/auth/complete?x=%2F',
        body: '{"code":"123456"}',
        headers: { host: portal.host, origin: portal.origin },
      },
    ]);
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe(`${here}/dashboard`);
    expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2; HttpOnly']);
  });

  test('a stream arrives as it is sent, and ends at the portal when the page leaves', async () => {
    const left = Promise.withResolvers<void>();
    const portal = await serve((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.write('data: one\n\n');
      response.on('close', () => left.resolve());
    });
    const leave = new AbortController();
    const answer = await fetch(new URL('/api/live', await proxyTo(portal)), { signal: leave.signal });
    const first = await answer.body?.getReader().read();
    expect(new TextDecoder().decode(first?.value)).toBe('data: one\n\n');
    leave.abort();
    await left.promise;
  });

  test('a portal that is gone is 502 with its address', async () => {
    const answer = await fetch(new URL('/api/users', await proxyTo(new URL('http://127.0.0.1:9'))));
    expect(answer.status).toBe(502);
    expect(await answer.text()).toContain('http://127.0.0.1:9 does not answer');
  });
});
