import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { THEME_COOKIE, THEMES } from '@cytocomm/composition';
import { addressOf, problemSchema, readPublicCalendar } from '@cytocomm/contract';
import { until } from '../../services/api/src/testing/clock.ts';
import { metricOf } from '../../services/api/src/testing/portal.ts';
import { MULTIPART, multipart, slowUpload } from '../../services/api/src/testing/uploads.ts';
import { type Deployment, startDeployment } from './testing/deployment.ts';

let deployment: Deployment;
let token: string;
beforeAll(async () => {
  deployment = await startDeployment();
  await deployment.portal.person('admin@x.example', 'admin');
  const admin = await deployment.portal.signedIn('admin@x.example', deployment.stack.edges[0]?.url);
  token = await admin.token();
}, 240_000);
afterAll(() => deployment[Symbol.asyncDispose](), 60_000);

/** Returns the processes that a process has started, and those that they have. */
function descendantsOf(pid: number): readonly number[] {
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' });
  return (stdout.match(/\d+/g) ?? []).map(Number).flatMap((child) => [child, ...descendantsOf(child)]);
}

/** Stops the processes that render pages, but not those that serve them, until it is disposed of. */
function hangRendering(): Disposable {
  const pidOf = (name: string) => deployment.stack.processes.get(name)?.pid() ?? 0;
  const renderers = ['web-1', 'web-2'].flatMap((name) => descendantsOf(pidOf(name)));
  for (const pid of renderers) process.kill(pid, 'SIGSTOP');
  // One whose page took too long is gone.
  return { [Symbol.dispose]: () => void spawnSync('kill', ['-CONT', ...renderers.map(String)]) };
}

const authorised = () => ({ Authorization: `Bearer ${token}` });
/** Headers of every answer, by the edge or a service. */
const SAFE = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': expect.stringMatching(/^default-src 'none'; ?frame-ancestors 'none'$/),
};
/** What a page takes until it is sent as it is, and what a busy machine takes besides, in ms. */
const PAGE_MS = 3000 + 2000;
const packed = { 'Accept-Encoding': 'gzip' };

/** What the edges say of too many cookies and nginx of any long line, and the services of other headers. */
const TOO_LARGE = /^HTTP\/1\.1 431 .*\r\n\r\n.*(16 KB is the most|They are removed now)/s;

describe.each([
  ['nginx', 0],
  ['Caddy', 1],
])('through %s', (_name, number) => {
  const edge = () => deployment.portal.browser(deployment.stack.edges[number]?.url);
  const createRelease = async (content: string) => {
    const body = { title: 'Made to be read', content, target: ['public'] };
    const created = await edge().call('POST', '/api/admin/press-releases', { body, headers: authorised() });
    expect(created.status).toBe(201);
    return created;
  };

  it('what the API answers is compressed', async () => {
    await createRelease(`<p>${'Words and words. '.repeat(200)}</p>`);
    for (const path of ['/api/openapi.json', '/api/press-releases', '/api/press-releases/feed.xml']) {
      const answer = await fetch(`${deployment.stack.edges[number]?.url}${path}`, { headers: packed });
      expect([path, answer.status, answer.headers.get('content-encoding')]).toEqual([path, 200, 'gzip']);
      // It can be unpacked.
      expect((await answer.text()).length).toBeGreaterThan(1000);
    }
  });

  it('the calendar for other programs is compressed', async () => {
    for (let day = 1; day <= 9; day += 1) {
      const body = { title: `A public day ${day}`, date: `2099-05-0${day}`, audience: 'public' };
      expect((await edge().call('POST', '/api/admin/events', { body, headers: authorised() })).status).toBe(201);
    }
    const answer = await fetch(`${deployment.stack.edges[number]?.url}${addressOf(readPublicCalendar)}`, {
      headers: packed,
    });
    expect(answer.headers.get('content-type')).toMatch(/^text\/calendar/);
    expect([answer.status, answer.headers.get('content-encoding')]).toEqual([200, 'gzip']);
    expect(await answer.text()).toMatch(/SUMMARY:A public day 9/);
  });

  it('an upload is at the API before its last byte has left the sender', async () => {
    const upload = slowUpload(deployment.stack.edges[number]?.url ?? '', token);
    const form = multipart([
      { name: 'title', value: 'Half sent' },
      { name: 'visibility', value: 'public' },
      { name: 'file', value: Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(200_000)]), fileName: 'half.pdf' },
    ]);
    const half = form.length / 2;
    await upload.write(form.subarray(0, half));
    const underWay = async () => {
      const counts = ['api-1', 'api-2'].map((name) =>
        metricOf(deployment.stack.operatorUrls.get(name) ?? '', 'uploads_under_way'),
      );
      return (await Promise.all(counts)).reduce<number>((sum, count) => sum + (count ?? 0), 0);
    };
    await until('the API to have its first half', async () => (await underWay()) === 1);
    upload.sent.end(form.subarray(half));
    expect((await upload.answer).status).toBe(201);
    await until('it to end', async () => (await underWay()) === 0);
  });

  it('an ETag that comes back in If-Match is the one of the API', async () => {
    const { body } = await createRelease(`<p>${'Words and words. '.repeat(200)}</p>`);
    const path = `/api/admin/press-releases/${typeof body === 'object' && body !== null && 'id' in body ? body.id : ''}`;
    const read = await edge().call('GET', path, { headers: { ...packed, ...authorised() } });
    const { etag = '' } = read.headers;
    expect(etag).toMatch(/^"/);
    const headers = { ...authorised(), 'If-Match': etag };
    expect((await edge().call('PATCH', path, { body: { title: 'Changed' }, headers })).status).toBe(200);
    expect((await edge().call('PATCH', path, { body: { title: 'Too late' }, headers })).status).toBe(412);
  });

  it('a file of 3 MB goes up, and comes down as it was, in parts too', async () => {
    const file = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(3_000_000, 'x')]);
    const body = multipart([
      { name: 'title', value: 'Large' },
      { name: 'visibility', value: 'public' },
      { name: 'file', value: file, fileName: 'large.pdf' },
    ]);
    const sent = await edge().call('POST', '/api/admin/documents', {
      body,
      headers: { ...authorised(), 'Content-Type': MULTIPART },
    });
    expect(sent.status).toBe(201);
    const url = typeof sent.body === 'object' && sent.body !== null && 'url' in sent.body ? String(sent.body.url) : '';
    const whole = await edge().get(new URL(url, 'http://x.example').pathname);
    expect(createHash('sha256').update(whole.bytes).digest('hex')).toBe(
      createHash('sha256').update(file).digest('hex'),
    );
    const part = await edge().get(new URL(url, 'http://x.example').pathname, { headers: { Range: 'bytes=0-7' } });
    expect([part.status, part.text]).toEqual([206, '%PDF-1.7']);
  });

  it('a body that is too long is refused', async () => {
    const body = JSON.stringify({ email: 'x'.repeat(2_000_000) });
    const answer = await edge().call('POST', '/api/auth/magic-link', { body });
    expect(answer.status).toBe(413);
    // By nginx itself, or by the API behind Caddy.
    expect(answer.headers).toMatchObject(SAFE);
  });

  it('a request for another name is refused, and in the log', async () => {
    const log = () => readFileSync(deployment.stack.edges[number]?.logFile ?? '', 'utf8');
    for (const path of ['/', '/api/press-releases', '/of-another-name']) {
      const answer = await edge().get(path, { headers: { Host: 'evil.example' } });
      expect([path, answer.status, answer.text]).toEqual([path, 421, 'The portal has another address.']);
      const year = 'max-age=31536000; includeSubDomains';
      expect(answer.headers).toMatchObject({ ...SAFE, 'strict-transport-security': year });
      expect(answer.headers['content-type']).toMatch(/^text\/plain/);
      expect(answer.headers.server ?? 'nginx').toBe('nginx');
    }
    await until('the line', () => log().includes('/of-another-name'));
  });

  it('too many cookies are removed, and the visits after it are answered', async () => {
    const { hostname, port, host } = new URL(deployment.stack.edges[number]?.url ?? '');
    const visit = async (path: string, cookies: string) => {
      const socket = connect(Number(port), hostname);
      socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookies}\r\nConnection: close\r\n\r\n`);
      return text(socket);
    };
    const bombOf = (count: number, length: number) =>
      Array.from({ length: count }, (_, at) => `c${at}=${'x'.repeat(length)}`).join('; ');
    for (const path of ['/lab', '/api/press-releases'])
      for (const bomb of [bombOf(180, 3500), bombOf(5, 3900), bombOf(7, 1900)]) {
        const answer = await visit(path, bomb);
        expect(answer).toMatch(/^HTTP\/1\.1 431 .*\r\nClear-Site-Data: "cookies"\r\n.*They are removed now/is);
        expect(answer).toMatch(/\r\nX-Content-Type-Options: nosniff\r\n/i);
        // As a browser that has done so.
        for (let time = 0; time < 2; time += 1) expect(await visit(path, 'a=b')).toMatch(/^HTTP\/1\.1 200 /);
      }
    const long = await visit(`/lab?${'a=b&'.repeat(3900)}`, 'a=b');
    expect(long).not.toMatch(/Clear-Site-Data/i);
  });

  it('headers that are larger than the services take are refused, in words, and those below it arrive', async () => {
    const { hostname, port, host } = new URL(deployment.stack.edges[number]?.url ?? '');
    const send = async (path: string, headersKb: number, method = 'GET', count = headersKb * 4) => {
      const socket = connect(Number(port), hostname);
      const lines = Array.from({ length: count }, () => `X-Long: ${'x'.repeat((headersKb * 1024) / count - 10)}\r\n`);
      socket.write(`${method} ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n${lines.join('')}\r\n`);
      return text(socket);
    };
    for (const path of ['/lab', '/api/press-releases']) {
      expect(await send(path, 13)).toMatch(/^HTTP\/1\.1 200 /);
      for (let kb = 13; kb <= 18; kb += 0.25) {
        const answer = await send(path, kb);
        if (!answer.startsWith('HTTP/1.1 200 ')) expect(answer).toMatch(TOO_LARGE);
        if (kb >= 17) expect(answer).toMatch(TOO_LARGE);
      }
      // All in one line, as cookies come.
      expect(await send(path, 12, 'GET', 1)).toMatch(/^HTTP\/1\.1 200 /);
      // Its method is the service's to refuse.
      const unread = await send(path, 0, 'FOO');
      expect(unread).toMatch(/^HTTP\/1\.1 400 .*\r\n\r\n.*The request is not one of HTTP/s);
      expect(unread).toMatch(/\r\nX-Content-Type-Options: nosniff\r\n/i);
      expect(unread).toMatch(/\r\nStrict-Transport-Security: max-age=31536000; includeSubDomains\r\n/i);
    }
  });

  it('every request has an id of the edge’s making, in pages and API alike, never of its sender’s', async () => {
    const headers = { 'X-Request-Id': 'an-id-of-somebody-else' };
    for (const path of ['/lab', '/api/press-releases', '/api/nothing-here']) {
      const answer = await edge().get(path, { headers });
      const id = answer.headers['x-request-id'];
      expect(id).toMatch(/^[0-9a-f-]{32,36}$/);
      if (answer.status === 404) expect(problemSchema.parse(answer.body).requestId).toBe(id);
    }
  });

  it('what the web processes ask the API carries the id of the page’s request', async () => {
    const headers = { 'X-Request-Id': 'the-id-of-a-page' };
    const answer = await fetch(`${deployment.stack.edges[number]?.innerUrl}/api/nothing-here`, { headers });
    expect(problemSchema.parse(await answer.json()).requestId).toBe('the-id-of-a-page');
  });

  it('a request is a line with its id and its client, and without e-mail addresses and tokens', async () => {
    const id = async (path: string) => String((await edge().get(path)).headers['x-request-id']);
    // No name that hexadecimal digits can spell: the ids beside it are random.
    const ids = await Promise.all([
      id('/api/users/ursula%40x.example'),
      id('/api/users/hugo@x.example?a=1'),
      id('/alerts/confirm?token=secret-token'),
    ]);
    const log = () => readFileSync(deployment.stack.edges[number]?.logFile ?? '', 'utf8');
    await until('all three lines', () => ids.every((each) => log().includes(each)));
    for (const line of log()
      .split('\n')
      .filter((each) => ids.some((own) => each.includes(own))))
      expect(line).toMatch(/"(client|remote_ip)":"127\.0\.0\.1"/);
    expect(log()).toMatch(/\/alerts\/confirm/);
    expect(log()).not.toMatch(/ursula|hugo|secret-token/);
  });

  it('a page whose rendering hangs is in time the last good one, or the one without markup', async () => {
    const read = async (Cookie: string) => {
      const startMs = performance.now();
      const { status, text } = await edge().get('/figures', { headers: { Cookie } });
      expect(performance.now() - startMs).toBeLessThan(PAGE_MS);
      return { status, isRendered: text.includes('mfe-figures=one;') };
    };
    // By both processes.
    for (let time = 0; time < 4; time += 1) expect(await read('')).toEqual({ status: 200, isRendered: true });
    await createRelease('<p>So that pages are made anew</p>');
    // An appearance that was not requested before.
    const cookie = `${THEME_COOKIE}=${THEMES[number]}`;
    {
      using _ = hangRendering();
      expect(await read(cookie)).toEqual({ status: 200, isRendered: false });
    }
    using _ = hangRendering();
    expect(await read('')).toEqual({ status: 200, isRendered: true });
  }, 60_000);

  it('a client cannot forge its address', async () => {
    const trail = deployment.portal.connection.collection('audit');
    const failed = () => trail.find({ subject: 'admin@x.example', action: 'sign-in.failed' }).toArray();
    const before = (await failed()).length;
    const body = { email: 'admin@x.example', token: 'x' };
    for (const address of ['203.0.113.1', '203.0.113.2']) {
      const headers = { 'X-Forwarded-For': address, 'X-Real-IP': address, Forwarded: `for=${address}` };
      expect((await edge().call('POST', '/api/auth/complete', { body, headers })).status).toBe(401);
    }
    const rows = await until('a row of each', async () => {
      const all = await failed();
      return all.length === before + 2 ? all : undefined;
    });
    expect(new Set(rows.map(({ from }) => from))).toEqual(new Set(['127.0.0.1']));
  });
});

it('while no process of the API answers, each edge says so as the API would, and pages go on', async () => {
  const processes = ['api-1', 'api-2'].map((name) => deployment.stack.processes.get(name));
  const letGo = processes.map((each) => each?.hold());
  for (const each of processes) process.kill(each?.pid() ?? 0, 'SIGKILL');
  await Promise.all(processes.map((each) => each?.ended()));
  for (const { url } of deployment.stack.edges) {
    const browser = deployment.portal.browser(url);
    const away = await until('the API to be missed', async () => {
      const answer = await browser.get('/api/press-releases');
      return answer.status === 200 ? undefined : answer;
    });
    expect(away.status).toBe(503);
    expect(away.headers).toMatchObject({ 'retry-after': '5', 'content-type': 'application/problem+json' });
    const problem = problemSchema.parse(away.body);
    expect(problem).toMatchObject({ status: 503, code: 'unavailable', requestId: away.headers['x-request-id'] });
    const year = 'max-age=31536000; includeSubDomains';
    expect(away.headers).toMatchObject({ ...SAFE, 'strict-transport-security': year });
    const page = await browser.get('/lab');
    expect(page.status).toBe(200);
    // nginx names itself without its version; it cannot be silent.
    for (const { server = 'nginx' } of [away.headers, page.headers]) expect(server).toBe('nginx');
    expect(page.headers['content-security-policy']).toMatch(/^default-src 'self';/);
  }
  for (const { url, errorFile } of deployment.stack.edges) {
    const { status } = await deployment.portal.browser(url).get('/api/users/hugo@x.example?token=secret-token');
    expect(status).toBe(503);
    expect(readFileSync(errorFile, 'utf8')).not.toMatch(/hugo|secret-token/);
  }
  for (const release of letGo) release?.();
  for (const { url } of deployment.stack.edges) {
    const browser = deployment.portal.browser(url);
    await until('the API to be back', async () => (await browser.get('/api/press-releases')).status === 200, 60_000);
  }
}, 120_000);
