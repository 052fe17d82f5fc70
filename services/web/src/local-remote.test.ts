import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sessionKey } from '@cytocomm/composition/node';
import { type LocalPermission, signLocalPermission } from '@cytocomm/releases';
import pino from 'pino';
import { createWebApp } from './app.ts';
import { readWebConfig } from './config.ts';
import { START_WATCH_SCRIPT, START_WATCH_SOURCE } from './start-watch.ts';
import { fixedLock, lockedRelease, lockOf } from './testing-lock.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const stranger = generateKeyPairSync('ed25519');
const ORIGIN = 'http://localhost:4001';
const SESSION = '__Host-portal=s%3Aone.signature';

const page = (path: string) => ({ path, component: 'Page', title: path, public: true });
const lab = lockedRelease('mfe-lab', {
  components: { Page: { scripts: ['page.js'], styles: [] } },
  files: ['entry.js', 'page.js'].map((path) => ({ path, integrity: `sha384-${'A'.repeat(64)}`, bytes: 1 })),
  contributions: { routes: [page('/lab')], links: [], sections: [], overlays: [] },
});
const other = lockedRelease('mfe-other', {
  components: { Page: { scripts: [], styles: [] } },
  contributions: { routes: [page('/other')], links: [], sections: [], overlays: [] },
});
const lock = lockOf(lockedRelease('shell', { contract: '1.5.0' }), [lab, other]);

const permission: LocalPermission = {
  remote: 'mfe-lab',
  origin: ORIGIN,
  expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
  portal: 'https://portal.example',
  person: 'dev@x.example',
  session: sessionKey('one'),
};
const value = signLocalPermission(permission, privateKey);
const cookieOf = (text: string, session = SESSION) => `${session}; __Host-portal_local_remote=${text}`;

const servers: Server[] = [];
async function start(change: { keys?: boolean; contract?: string; settings?: object; switchedOff?: string[] } = {}) {
  const config = readWebConfig({
    PUBLIC_URL: 'https://portal.example',
    RELEASES_DIR: '/nowhere',
    LOCKS_DIR: '/nowhere',
    ...(change.keys === false
      ? {}
      : { LOCK_PUBLIC_KEYS: publicKey.export({ type: 'spki', format: 'der' }).toString('base64') }),
    ...change.settings,
  });
  const used =
    change.contract === undefined ? lock : lockOf(lockedRelease('shell', { contract: change.contract }), [lab, other]);
  const locks = change.switchedOff
    ? { current: async () => used, served: async () => ({ live: used, switchedOff: change.switchedOff ?? [] }) }
    : fixedLock(used);
  const server = createServer(createWebApp({ config, locks, log: pino({ level: 'silent' }) }));
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    new Promise<{ status: number; headers: IncomingHttpHeaders; body: string }>((resolve, reject) => {
      const options = { port, path, method, headers: { host: 'portal.example', ...headers } };
      request(options, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () => {
          const { date: _date, 'x-request-id': _id, ...rest } = answer.headers;
          resolve({ status: answer.statusCode ?? 0, headers: rest, body: Buffer.concat(chunks).toString() });
        });
      })
        .on('error', reject)
        .end();
    });
}
type Get = Awaited<ReturnType<typeof start>>;

let get: Get;
beforeAll(async () => {
  get = await start();
});
afterAll(() => {
  for (const server of servers) server.close();
});

const policies = (headers: IncomingHttpHeaders) => String(headers['content-security-policy']);
/** The sources of a directive in each of the page's policies. */
const sources = (headers: IncomingHttpHeaders, directive: string) =>
  policies(headers)
    .split(/[;,]/)
    .flatMap((each) => (each.trim().startsWith(`${directive} `) ? [each.trim().split(' ').slice(1)] : []));
const blockOf = (body: string) =>
  /<script type="application\/json" id="portal-local-remote">(.*?)<\/script>/s.exec(body)?.[1];

describe('a page with a permission', () => {
  it('says which remote is local, from where, and until when, and nothing else of the permission', async () => {
    const { status, body } = await get('/lab', { cookie: cookieOf(value) });
    expect(status).toBe(200);
    const { remote, origin, expiresAt } = permission;
    expect(JSON.parse(blockOf(body) ?? '')).toEqual({ remote, origin, expiresAt });
    expect(body).not.toContain('dev@x.example');
  });

  it('allows that one origin for scripts, styles, pictures, fonts and connections, and for nothing else', async () => {
    const usual = await get('/lab');
    const { headers } = await get('/lab', { cookie: cookieOf(value) });
    for (const directive of ['style-src', 'img-src', 'font-src', 'connect-src'])
      expect(sources(headers, directive)).toEqual(
        sources(usual.headers, directive).map((each) => [...each.filter((source) => source !== ORIGIN), ORIGIN]),
      );
    expect(sources(headers, 'script-src')).toEqual([
      ["'self'", START_WATCH_SOURCE, ORIGIN],
      [...(sources(usual.headers, 'script-src')[1] ?? []), `${ORIGIN}/`],
    ]);
    for (const directive of [
      'default-src',
      'frame-src',
      'worker-src',
      'object-src',
      'base-uri',
      'form-action',
      'frame-ancestors',
      'require-trusted-types-for',
      'trusted-types',
    ])
      expect(sources(headers, directive)).toEqual(sources(usual.headers, directive));
    // Else a browser would ask the own machine by https.
    expect(policies(headers)).not.toContain('upgrade-insecure-requests');
    expect(policies(usual.headers)).toContain('upgrade-insecure-requests');
  });

  it('may call the backends that are signed for the remote, with https where the portal has it', async () => {
    const backends = [
      { audience: 'lab', origin: 'https://lab.example' },
      { audience: 'own', origin: 'http://localhost:4000' },
    ];
    const usual = await get('/lab');
    const cookie = cookieOf(signLocalPermission({ ...permission, backends }, privateKey));
    const { headers, body } = await get('/lab', { cookie });
    expect(sources(headers, 'connect-src')).toEqual(
      sources(usual.headers, 'connect-src').map((each) => [...each, ORIGIN, 'https://lab.example']),
    );
    expect(policies(headers).split('lab.example')).toHaveLength(2);
    expect(body).not.toContain('lab.example');
    expect(await get('/lab')).toEqual(usual);
  });

  it('is kept nowhere: no cache, no entity tag, no 304', async () => {
    const usual = await get('/lab');
    const { status, headers } = await get('/lab', {
      cookie: cookieOf(value),
      'if-none-match': String(usual.headers.etag),
    });
    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('private, no-store');
    expect(headers).not.toHaveProperty('etag');
  });

  it('loads no file of the remote that is replaced ahead, and those of others as ever', async () => {
    const cookie = cookieOf(value);
    expect((await get('/lab')).body).toContain(`href="${lab.baseUrl}page.js"`);
    expect((await get('/lab', { cookie })).body).not.toContain(`href="${lab.baseUrl}`);
    expect((await get('/other', { cookie })).body).toContain(`href="${other.baseUrl}entry.js"`);
  });

  it('is there for an address that only the local remote has', async () => {
    expect((await get('/new-page')).status).toBe(404);
    expect((await get('/new-page', { cookie: cookieOf(value) })).status).toBe(200);
  });

  it('reports nothing of a shell that does not start', async () => {
    expect((await get('/lab')).body).toContain(START_WATCH_SCRIPT);
    expect((await get('/lab', { cookie: cookieOf(value) })).body).not.toContain(START_WATCH_SCRIPT);
  });

  it('is there while the remote of the portal is switched off, and says that it is', async () => {
    const off = await start({ switchedOff: ['mfe-lab', 'mfe-other'] });
    const cookie = cookieOf(value);
    const { status, body } = await off('/lab', { cookie });
    expect(status).toBe(200);
    expect(body).toContain('id="portal-switched-off">["mfe-lab","mfe-other"]<');
    expect((await off('/other', { cookie })).status).toBe(503);
    expect((await off('/lab')).status).toBe(503);
  });

  it('answers HEAD alike, and changes nothing for other methods', async () => {
    const { status, headers, body } = await get('/lab', { cookie: cookieOf(value) }, 'HEAD');
    expect([status, headers['cache-control'], body]).toEqual([200, 'private, no-store', '']);
    expect((await get('/lab', { cookie: cookieOf(value) }, 'POST')).status).toBe(405);
  });
});

it('everybody else gets every byte as before, also right after such a page', async () => {
  const before = [await get('/lab'), await get('/lab', { cookie: SESSION }), await get('/new-page')];
  for (const path of ['/lab', '/new-page']) await get(path, { cookie: cookieOf(value) });
  const after = [await get('/lab'), await get('/lab', { cookie: SESSION }), await get('/new-page')];
  expect(after).toEqual(before);
  expect(before[0]).toEqual(before[1]);
  expect(before[0]?.headers['cache-control']).toBe('no-cache');
  expect(before[0]?.headers).not.toHaveProperty('vary', expect.stringContaining('Cookie'));
});

const altered = (change: object) => signLocalPermission({ ...permission, ...change }, privateKey);
const [payload = '', signature = ''] = value.split('.');
const payloadOf = (change: object) => Buffer.from(JSON.stringify({ ...permission, ...change })).toString('base64url');

it.each<[string, string]>([
  ['signed by somebody else', cookieOf(signLocalPermission(permission, stranger.privateKey))],
  ['with another remote under the same signature', cookieOf(`${payloadOf({ remote: 'mfe-other' })}.${signature}`)],
  [
    'with another origin under the same signature',
    cookieOf(`${payloadOf({ origin: 'http://localhost:1' })}.${signature}`),
  ],
  ['without a signature', cookieOf(payload)],
  ['with an empty signature', cookieOf(`${payload}.`)],
  ['expired', cookieOf(altered({ expiresAt: new Date(Date.now() - 1).toISOString() }))],
  ['of another portal', cookieOf(altered({ portal: 'https://staging.example' }))],
  ['of another sign-in', cookieOf(value, '__Host-portal=s%3Atwo.signature')],
  ['without a sign-in', cookieOf(value, 'a=b')],
  ['beside a session cookie of another name', cookieOf(value, 'portal=s%3Aone.signature')],
  ['under another name', `${SESSION}; portal_local_remote=${value}`],
  ['under a name that ends alike', `${SESSION}; x__Host-portal_local_remote=${value}`],
  ['for the shell', cookieOf(altered({ remote: 'shell' }))],
  ['for an origin elsewhere', cookieOf(altered({ origin: 'https://evil.example' }))],
  [
    'for a port that opens the policy',
    cookieOf(altered({ origin: "http://localhost:1; script-src * 'unsafe-inline'" })),
  ],
  ['for every port', cookieOf(altered({ origin: 'http://localhost:*' }))],
  ['that is too long', cookieOf(altered({ person: 'x'.repeat(3000) }))],
  ['that is no text', cookieOf('%00%ff')],
])('a permission %s is none: the page is the usual one, byte for byte', async (_, cookie) => {
  expect(await get('/lab', { cookie })).toEqual(await get('/lab'));
});

it.each<[string, Parameters<typeof start>[0]]>([
  ['a service that knows no key', { keys: false }],
  ['a shell that cannot load it', { contract: '1.4.9' }],
])('%s sends usual pages', async (_, change) => {
  const from = await start(change);
  expect(await from('/lab', { cookie: cookieOf(value) })).toEqual(await from('/lab'));
});

it('a captcha of somebody else opens nothing more', async () => {
  const from = await start({ settings: { CAPTCHA_PROVIDER: 'hcaptcha' } });
  const { headers } = await from('/lab', { cookie: cookieOf(value) });
  expect(sources(headers, 'script-src')).toEqual([
    ["'self'", START_WATCH_SOURCE, ORIGIN, 'https://hcaptcha.com', 'https://*.hcaptcha.com'],
  ]);
});
