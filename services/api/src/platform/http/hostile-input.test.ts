import { connect } from 'node:net';
import { problemSchema } from '@cytocomm/contract';
import { expectProblem } from '../../testing/browser.ts';
import { beforeTests, testPortal } from '../../testing/portal.ts';
import { dial } from '../../testing/slow-clients.ts';

const portal = testPortal();
const admin = beforeTests(() => portal.signedInAs('admin@x.example', 'admin'));

const PATH = '/api/auth/magic-link';

describe('a body', () => {
  it.each([
    ['cut off', '{"email": "a@x.example"'],
    ['not JSON', 'email=a@x.example'],
    ['a lone word', 'undefined'],
    ['two documents', '{}{}'],
    ['JSON with a trailing comma', '{"email": "a@x.example",}'],
    ['not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe])],
  ])('%s: 400 bad-json', async (_what, body) => {
    expectProblem(await portal.browser().post(PATH, body), 400, 'bad-json');
  });

  it.each([
    ['no object', '"a@x.example"', 'bad-json'],
    ['null', 'null', 'bad-json'],
    ['a list', '[]', 'validation'],
    ['empty', '{}', 'validation'],
    ['absent', undefined, 'validation'],
    ['with __proto__', '{"email": "a@x.example", "__proto__": {"isAdmin": true}}', 'validation'],
    ['with __proto__ deep inside', '{"email": "a@x.example", "returnTo": {"a": [{"__proto__": 1}]}}', 'validation'],
    ['with constructor', '{"email": "a@x.example", "constructor": {"prototype": {"x": 1}}}', 'validation'],
    ['with an operator as field', '{"email": "a@x.example", "$where": "1"}', 'validation'],
    ['with an operator as value', '{"email": {"$gt": ""}}', 'validation'],
    ['with a dotted field', '{"email": "a@x.example", "a.b": 1}', 'validation'],
  ])('%s: 400', async (_what, body, code) => {
    expectProblem(await portal.browser().post(PATH, body), 400, code);
    expect(Object.prototype).not.toHaveProperty('isAdmin');
  });

  it('that is too long: 413', async () => {
    expectProblem(
      await portal.browser().post(PATH, { email: 'a@x.example', returnTo: 'x'.repeat(70_000) }),
      413,
      'too-large',
    );
  });

  it('that is nested deeply is refused like any other', async () => {
    const answer = await portal.browser().post(PATH, `{"email": ${'['.repeat(20_000)}${']'.repeat(20_000)}}`);
    expect(answer.status).toBe(400);
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json-patch+json',
    'nonsense',
  ])('of type %s: 415', async (type) => {
    expectProblem(
      await portal.browser().post(PATH, '{"email": "a@x.example"}', { headers: { 'Content-Type': type } }),
      415,
      'unsupported-media-type',
    );
  });

  it('in an unknown character set or encoding: 415', async () => {
    for (const headers of [{ 'Content-Type': 'application/json; charset=latin1' }, { 'Content-Encoding': 'zstd-x' }]) {
      expectProblem(
        await portal.browser().post(PATH, '{"email": "a@x.example"}', { headers }),
        415,
        'unsupported-media-type',
      );
    }
  });

  it.each([
    ['"utf-7"', Buffer.from('{"email":"a+AEA-x.example"}')],
    ['utf-8; charset=utf-7', Buffer.from('{"email":"a+AEA-x.example"}')],
    ['utf-16', Buffer.from('\ufeff{"email":"a@x.example"}', 'utf16le')],
  ])('in another character set than UTF-8, %s, is not read by it', async (charset, body) => {
    const headers = { 'Content-Type': `application/json; charset=${charset}` };
    const answer = await portal.browser().post(PATH, body, { headers });
    expect([400, 415]).toContain(answer.status);
    if (!charset.includes(';')) expectProblem(answer, 415, 'unsupported-media-type');
  });

  it.each(['utf-8', 'UTF-8', '"utf-8"'])('in %s is read', async (charset) => {
    const headers = { 'Content-Type': `application/json; charset=${charset}` };
    expect((await portal.browser().post(PATH, '{"email": "a@x.example"}', { headers })).status).toBe(202);
  });

  it('that claims to be compressed and is not: 400', async () => {
    const answer = await portal
      .browser()
      .post(PATH, '{"email": "a@x.example"}', { headers: { 'Content-Encoding': 'gzip' } });
    expect(answer.status).toBe(400);
  });
});

describe('an address', () => {
  it.each([
    '/api',
    '/api/',
    '/api/nope',
    '/api/users',
    '/api/users/',
    '/api/admin/../nope',
    '/',
    '/index.html',
    '/api/%00',
    '/api//users',
    '/%2e%2e/%2e%2e/etc/passwd',
  ])('%s: 404', async (path) => {
    expectProblem(await admin.get(path), 404, 'not-found');
  });

  it('with a broken escape: 400 or 404', async () => {
    expectProblem(await admin.get('/api/users/%zz'), 400, 'bad-request');
    expectProblem(await admin.get('/%zz'), 404, 'not-found');
  });

  it('with another method: 405 with Allow', async () => {
    const answer = await admin.call('PUT', '/api/admin/users');
    expectProblem(answer, 405, 'method-not-allowed');
    expect(answer.headers.allow).toBe('GET, HEAD, POST, OPTIONS');
  });

  it('with TRACE: refused, without what was sent', async () => {
    for (const path of ['/api/admin/users', '/api/no-such-call']) {
      const answer = await admin.call('TRACE', path, { headers: { 'X-Mark': 'sent-by-the-proxy' } });
      expect(answer.status).toBe(path === '/api/admin/users' ? 405 : 404);
      expect(answer.text).not.toContain('sent-by-the-proxy');
    }
  });

  it('answers OPTIONS without opening anything to other sites', async () => {
    const answer = await portal.browser().call('OPTIONS', '/api/admin/users', {
      as: 'bare',
      headers: { Origin: 'https://evil.example', 'Access-Control-Request-Method': 'DELETE' },
    });
    expect(answer.status).toBe(204);
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  it('answers HEAD like GET, without a body', async () => {
    const answer = await admin.call('HEAD', '/api/users/admin@x.example');
    expect(answer.status).toBe(200);
    expect(answer.text).toBe('');
    expect(Number(answer.headers['content-length'])).toBeGreaterThan(10);
  });
});

it('names every field that it refuses', async () => {
  const answer = await admin.authorised('POST', '/api/admin/users', {
    body: { email: 'x', roles: ['King!'], extra: 1 },
  });
  expectProblem(answer, 400, 'validation');
  const { errors } = problemSchema.parse(answer.body);
  expect(errors?.map((error) => error.path).sort()).toEqual(['body.email', 'body.extra', 'body.roles.0']);
});

describe('headers', () => {
  it('keep every answer from being framed, sniffed, cached or told on', async () => {
    for (const answer of [
      await admin.get('/api/users/admin@x.example'),
      await admin.get('/api/nope'),
      await admin.get('/healthz'),
    ]) {
      expect(answer.headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'content-security-policy': "default-src 'none';frame-ancestors 'none'",
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
      });
      expect(answer.headers).not.toHaveProperty('x-powered-by');
    }
  });

  it('carry a request id: a sensible one that came with the request, else a fresh one', async () => {
    const answer = await admin.get('/healthz', { headers: { 'X-Request-Id': 'edge-12345678' } });
    expect(answer.headers['x-request-id']).toBe('edge-12345678');
    for (const bad of ['x', 'a'.repeat(100), 'evil <script>']) {
      const fresh = await admin.get('/healthz', { headers: { 'X-Request-Id': bad } });
      expect(fresh.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    }
  });
});

it.each([
  ['without a body', 'GET /api/nothing-here HTTP/1.1', '', ''],
  ['with a body that comes', `POST ${PATH} HTTP/1.1`, 'Content-Type: text/plain\r\nContent-Length: 4\r\n', 'body'],
  [
    'whose body is too long',
    `POST ${PATH} HTTP/1.1`,
    'Content-Type: application/json\r\nContent-Length: 200000\r\n',
    'x'.repeat(200_000),
  ],
])(
  'a refused request %s, whose client asked for it, is the last of its connection',
  async (_what, line, fields, body) => {
    const connection = await dial(portal.url);
    connection.send(`${line}\r\nHost: localhost\r\nConnection: close\r\n${fields}\r\n`);
    connection.send(body);
    await connection.ended;
    expect(connection.heard()).toMatch(/^HTTP\/1\.1 4\d\d .*\r\n\r\n\{.*\}$/s);
  },
);

it('outlives a client that hangs up in the middle', async () => {
  const { port } = new URL(portal.url);
  await new Promise<void>((resolve) => {
    const socket = connect(Number(port), '127.0.0.1', () => {
      socket.write(
        `POST ${PATH} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"email"`,
      );
      socket.end();
    });
    socket.once('close', () => resolve());
    socket.resume();
  });
  expect((await portal.browser().get('/healthz')).status).toBe(200);
});

it("shows readiness and metrics at the operators' address only", async () => {
  expect((await portal.browser().get('/readyz')).status).toBe(404);
  expect((await portal.browser().get('/metrics')).status).toBe(404);
  const ready = await portal.browser(portal.operatorUrl).get('/readyz');
  expect(ready).toMatchObject({ status: 200, body: { status: 'ready', database: 'ok' } });
  const metrics = await portal.browser(portal.operatorUrl).get('/metrics');
  expect(metrics.headers['content-type']).toMatch(/^text\/plain/);
  expect(metrics.text).toContain(
    'http_request_duration_seconds_count{method="GET",route="/api/users/:email",status="200"}',
  );
  expect(metrics.text).not.toContain('@x.example');
});
